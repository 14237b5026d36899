// Lines over time, drawn as SVG; no library.

const NS = "http://www.w3.org/2000/svg";
const WIDTH = 560;
const HEIGHT = 180;
const LEFT = 52;
const BOTTOM = 18;
const TOP = 8;
const SECONDS = 2;

/** Samples across a chart: the fewest of these that show all there are. */
const WINDOWS = [60, 150, 300];

function svg(name, attributes, parent) {
  const node = document.createElementNS(NS, name);
  for (const [key, value] of Object.entries(attributes)) {
    node.setAttribute(key, value);
  }
  parent.append(node);
  return node;
}

/** A number at least as great that reads well; of bytes, in units of 1024. */
function nice(max, binary) {
  if (max <= 0) {
    return 1;
  }
  if (binary && max >= 1024) {
    const unit = Math.pow(1024, Math.floor(Math.log2(max) / 10));
    return nice(max / unit) * unit;
  }
  const power = Math.pow(10, Math.floor(Math.log10(max)));
  for (const step of [1, 2, 4, 5, 8, 10]) {
    if (step * power >= max) {
      return step * power;
    }
  }
  return 10 * power;
}

/**
 * A chart of some series.
 *
 * title, series: [{label, value: sample -> number}], format: number -> text, binary: of bytes
 */
export class Chart {
  constructor(parent, { title, series, format, binary }) {
    this.binary = binary;
    this.slots = WINDOWS[0];
    this.series = series;
    this.format = format;
    this.samples = [];
    this.hover = null;
    this.root = document.createElement("div");
    this.root.className = "card chart";
    const heading = document.createElement("h3");
    heading.append(title);
    this.legends = series.map((one, i) => {
      const legend = document.createElement("span");
      const dot = document.createElement("i");
      dot.className = "series-" + (i + 1);
      const text = document.createTextNode(one.label);
      legend.append(dot, text);
      heading.append(legend);
      return text;
    });
    this.canvas = document.createElementNS(NS, "svg");
    this.canvas.setAttribute("role", "img");
    this.canvas.setAttribute("aria-label", title);
    this.canvas.addEventListener("pointermove", (event) => this.point(event));
    this.canvas.addEventListener("pointerleave", () => { this.hover = null; this.draw(); });
    this.root.append(heading, this.canvas);
    parent.append(this.root);
    new ResizeObserver(() => this.draw()).observe(this.canvas);
  }

  point(event) {
    const box = this.canvas.getBoundingClientRect();
    const x = ((event.clientX - box.left) / box.width) * this.width();
    const slot = Math.round(((x - LEFT) / (this.width() - LEFT)) * (this.slots - 1));
    this.hover = Math.max(0, Math.min(this.slots - 1, slot));
    this.draw();
  }

  width() {
    return this.canvas.clientWidth || WIDTH;
  }

  show(samples) {
    this.slots = WINDOWS.find((slots) => slots >= samples.length) || WINDOWS[WINDOWS.length - 1];
    this.samples = samples.slice(-this.slots);
    this.draw();
  }

  draw() {
    const width = this.width();
    const height = this.canvas.clientHeight || HEIGHT;
    this.canvas.setAttribute("viewBox", "0 0 " + width + " " + height);
    this.canvas.replaceChildren();
    const values = this.series.map((one) => this.samples.map(one.value));
    const last = this.slots - 1;
    const max = nice(Math.max(0, ...values.flat()), this.binary);
    const x = (slot) => LEFT + (slot / last) * (width - LEFT - 2);
    const y = (value) => TOP + (1 - value / max) * (height - TOP - BOTTOM);
    for (const part of [0, 0.5, 1]) {
      svg("line", { class: "rule", x1: LEFT, x2: width, y1: y(part * max), y2: y(part * max) }, this.canvas);
      const label = svg("text", { x: LEFT - 6, y: y(part * max) + 4, "text-anchor": "end" }, this.canvas);
      label.textContent = this.format(part * max);
    }
    for (const part of [0, 0.5, 1]) {
      const anchor = part === 1 ? "end" : part === 0 ? "start" : "middle";
      const label = svg("text", { x: x(part * last), y: height - 4, "text-anchor": anchor }, this.canvas);
      label.textContent = part === 1 ? "now" : "-" + ((1 - part) * this.slots * SECONDS) / 60 + " min";
    }
    const first = this.slots - this.samples.length;
    values.forEach((line, i) => {
      if (line.length > 1) {
        const points = line.map((value, k) => x(first + k).toFixed(1) + " " + y(value).toFixed(1));
        const path = "M" + points.join("L");
        if (i === 0) {
          const floor = y(0).toFixed(1);
          const area = path + "L" + x(last).toFixed(1) + " " + floor + "L" + x(first).toFixed(1) + " " + floor + "Z";
          svg("path", { class: "area series-1", d: area }, this.canvas);
        }
        svg("path", { class: "line series-" + (i + 1), d: path }, this.canvas);
      }
    });
    this.legend(values, first, x, height);
  }

  legend(values, first, x, height) {
    const at = this.hover === null ? this.samples.length - 1 : this.hover - first;
    if (this.hover !== null && at >= 0) {
      svg("line", { class: "hair", x1: x(this.hover), x2: x(this.hover), y1: TOP, y2: height - BOTTOM }, this.canvas);
    }
    this.series.forEach((one, i) => {
      const value = values[i][at];
      this.legends[i].data = one.label + (value === undefined ? "" : " " + this.format(value));
    });
  }
}
