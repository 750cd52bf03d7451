// A module of its own: only pages of articles need it, and `paths.ts` is in every app.

/** Pixels of the width of a picture in a text. */
const textPictureWidths = [480, 960, 1440] as const;

/** The widths in which a picture is kept whose largest size is `width` wide. */
export const pictureWidths = (width: number): readonly number[] => {
  const most = Math.min(width, ...textPictureWidths.slice(-1));
  return [...textPictureWidths.filter((size) => size < most), most];
};

/** Path at which one size of a picture is served; it never changes, as its key is a digest of the picture. */
export const picturePath = (key: string, width: number, format: 'avif' | 'jpg'): string =>
  `/pictures/${key}-${width}.${format}`;
