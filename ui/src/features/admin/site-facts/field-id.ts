/** The id of a field, from its place in the facts. */
export const fieldId = (field: string) => `fact-${field.replaceAll('.', '-')}`;
