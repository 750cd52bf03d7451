/*
 * Characters that no reader sees: white space, marks of direction, joiners, soft hyphens and the like. They come along
 * when a value is copied from a message, a contact or a web page.
 */
const seen = /[^\s\p{Default_Ignorable_Code_Point}](?:.*[^\s\p{Default_Ignorable_Code_Point}])?/su;
const unseen = /[\s\p{Default_Ignorable_Code_Point}]/gu;

/** A typed or pasted value without white space and invisible characters around it. Source: docs/rules.md#reading-typed. */
export function trimTyped(text: string): string {
  return seen.exec(text)?.[0] ?? '';
}

/**
 * A typed or pasted code or number without white space and invisible characters anywhere. Source:
 * docs/rules.md#reading-typed.
 */
export function compactTyped(text: string): string {
  return text.replace(unseen, '');
}
