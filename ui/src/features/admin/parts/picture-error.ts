import type { PictureProblem } from '@coachsite/core/content';

const reasons: readonly PictureProblem[] = [
  'heic',
  'other_format',
  'animation',
  'damaged',
  'colours',
];
const kinds = ['not_an_image', 'image_too_small', 'image_too_large', 'file_too_large'] as const;

/** The key, in the texts of problems, of why a picture was refused; undefined for any other failure. */
export function pictureErrorKey(error: { readonly kind: string }) {
  const kind = kinds.find((one) => one === error.kind);
  const reason = reasons.find(
    (one) => kind === 'not_an_image' && 'reason' in error && one === error.reason,
  );
  return reason ? (`picture.${reason}` as const) : kind;
}
