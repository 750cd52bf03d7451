declare module '*.svg?strokes' {
  /** The strokes of each figure of the file, by its id. */
  const strokes: Readonly<Record<string, string>>;
  export default strokes;
}
