/**
 * Colours of `ui/src/design/tokens.css` in sRGB, for uses that cannot read a stylesheet: `theme-color`, the web
 * manifest, icons and social images. Written twice, as reading them from
 * the stylesheet would bring a conversion of colours into the product; a test compares them with the tokens of the same name. Source: docs/design.md#2.2.
 */
export const themeColours = {
  chalk: '#f4f4ee',
  ink: '#091d16',
  night: '#081611',
  tartan: '#fa6625',
} as const;
