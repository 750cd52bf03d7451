import pg from 'pg';

/** An error of the database or of the connection to it. */
export class PostgresFailure extends Error {
  override readonly name = 'PostgresFailure';
  /** `POSTGRES_` and the SQLSTATE, the code of the system, or `LOST` for a connection that ended. */
  readonly code: string;
  /** The unique constraint that a row violates. */
  readonly violated?: string;

  /** `cause` is not kept: details of the driver contain values of rows, which no log may have. */
  constructor(cause: unknown) {
    const { code = 'LOST', message } = cause as {
      readonly code?: string;
      readonly message: string;
    };
    // Messages of class 22, data exceptions, contain the value.
    const isData = cause instanceof pg.DatabaseError && code.startsWith('22');
    super(isData ? 'A value was rejected' : message);
    this.code = `POSTGRES_${code}`;
    if (cause instanceof pg.DatabaseError && code === '23505' && cause.constraint)
      this.violated = cause.constraint;
  }
}

/** Rejects with a `PostgresFailure` for what the driver rejects with. */
export async function failing<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    throw new PostgresFailure(error);
  }
}

const hasCode = (error: unknown, ...states: readonly string[]): error is PostgresFailure =>
  error instanceof PostgresFailure && states.some((state) => error.code === `POSTGRES_${state}`);

/** `deadlock_detected` and `serialization_failure`: the transaction did nothing, and may succeed alone. */
export const mayRetry = (error: unknown) => hasCode(error, '40P01', '40001');

/** `too_many_connections`: of the server, of the database or of the role. */
export const isFull = (error: unknown) => hasCode(error, '53300');

/** The connection ended, or the server left it without a response. */
export const hasLost = (error: unknown) => hasCode(error, 'LOST');
