type Attributes = Readonly<Record<string, string | number | boolean | undefined>>;

/** Makes an element. An attribute of `undefined` or `false` is left out, one of `true` is empty. */
export function element<Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag,
  attributes: Attributes = {},
  ...children: readonly (Node | string)[]
): HTMLElementTagNameMap[Tag] {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (value !== undefined && value !== false)
      made.setAttribute(name, value === true ? '' : String(value));
  }
  made.append(...children);
  return made;
}

const svg = 'http://www.w3.org/2000/svg';

/** Makes a drawing of one path for each given class. */
export function drawing(viewBox: string, ...classNames: readonly string[]): SVGSVGElement {
  const made = document.createElementNS(svg, 'svg');
  made.setAttribute('viewBox', viewBox);
  made.setAttribute('preserveAspectRatio', 'none');
  for (const name of classNames) {
    const path = document.createElementNS(svg, 'path');
    path.setAttribute('class', name);
    made.append(path);
  }
  return made;
}
