declare const brand: unique symbol;
declare const unit: unique symbol;

/**
 * A value that has passed a check, such as a canonical e-mail address: a plain one is not accepted in its place. The
 * function that checks it makes it. Costs nothing at run time.
 */
export type Branded<Value, Name extends string> = Value & { readonly [brand]: Name };

/**
 * A value of one unit or kind, such as a time, a duration or the id of a user. A plain number or string is accepted, so
 * that sums and literals stay short; a value of another kind is not. Costs nothing at run time.
 */
export type OfKind<Value, Name extends string> = Value & { readonly [unit]?: Name };
