// Outlines over elements of a drawing, whatever these are made of.

import { draw } from "./dom.js";

const SHAPES = ["rect", "circle", "ellipse", "polygon", "path"];
const MOSTLY = 0.55;  // of a group's box: then its first shape stands for the group

function area({ width, height }) {
  return width * height;
}

// The one shape that shows how an element looks, or null if there is none.
function mainShape(node) {
  if (SHAPES.includes(node.localName)) return node;
  const first = [...node.children].find((child) => SHAPES.includes(child.localName));
  if (!first) return null;
  return area(first.getBBox()) >= MOSTLY * area(node.getBBox()) ? first : null;
}

function placed(shape, node, root) {
  const matrix = root.getScreenCTM().inverse().multiply(node.getScreenCTM());
  const { a, b, c, d, e, f } = matrix;
  shape.setAttribute("transform", `matrix(${[a, b, c, d, e, f].join(" ")})`);
  return shape;
}

// What `outline` needs of an element, read before anything is written.
export function measure(node, root) {
  const shape = mainShape(node);
  const copied = shape ?? node;
  const box = copied.getBBox();
  const matrix = root.getScreenCTM().inverse().multiply(copied.getScreenCTM());
  const centre = new DOMPoint(box.x + box.width / 2, box.y + box.height / 2).matrixTransform(matrix);
  return { node, shape, box, x: centre.x, y: centre.y, area: area(box) * Math.abs(matrix.a * matrix.d - matrix.b * matrix.c) };
}

// A new shape in the coordinates of `root`, as large as the measured element.
export function outline(measured, root, name) {
  const { shape, box, node } = measured;
  if (!shape) {
    const { x, y, width, height } = box;
    return placed(draw("rect", { x: x - 2, y: y - 2, width: width + 4, height: height + 4, rx: 4, class: name }), node, root);
  }
  const copy = shape.cloneNode(false);
  for (const attribute of ["id", "class", "opacity", "fill-opacity", "transform", "stroke-dasharray"]) copy.removeAttribute(attribute);
  copy.setAttribute("class", name);
  return placed(copy, shape, root);
}
