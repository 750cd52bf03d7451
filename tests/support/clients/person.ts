import type { Session, SupabaseClient, User } from '@supabase/supabase-js';
import type { Body } from '../auth-client.ts';

/** What a call of any version comes to. */
export interface Outcome {
  readonly user: User | null;
  readonly session: Session | null;
  readonly error: {
    readonly status?: number | undefined;
    readonly message: string;
    readonly code?: string | undefined;
  } | null;
}

interface Code {
  readonly email: string;
  readonly token: string;
  readonly type: 'email' | 'magiclink' | 'recovery';
}
interface Hash {
  readonly token_hash: string;
  readonly type: 'magiclink' | 'recovery';
}
interface Changes {
  readonly password?: string;
  readonly current_password?: string;
  readonly data?: object;
}

/** A client by what it is asked to do, as each version has its own names and shapes for that. */
export interface Person {
  /** The client itself, for what all versions have in common. */
  readonly client: Body;
  readonly signUp: (email: string, password: string) => Promise<Outcome>;
  readonly signIn: (email: string, password: string) => Promise<Outcome>;
  readonly session: () => Promise<Session | null>;
  readonly refresh: () => Promise<Outcome>;
  readonly change: (changes: Changes) => Promise<Outcome>;
  readonly askReset: (email: string) => Promise<Outcome>;
  readonly askCode: (email: string) => Promise<Outcome>;
  readonly verify: (proof: Code | Hash) => Promise<Outcome>;
  readonly signOut: (scope?: 'global' | 'local' | 'others') => Promise<Pick<Outcome, 'error'>>;
  readonly publicUrl: (bucket: string, path: string) => string;
}

type Returned = Promise<{ readonly data: unknown; readonly error: unknown }>;

async function outcomeOf(returned: Returned): Promise<Outcome> {
  const { data, error } = await returned;
  const { user = null, session = null } = (data ?? {}) as Partial<Outcome>;
  return { user, session, error: error as Outcome['error'] };
}

/** A client of version 2, of whatever year. */
export function personOf(client: SupabaseClient): Person {
  const { auth } = client;
  return {
    client,
    signUp: (email, password) => outcomeOf(auth.signUp({ email, password })),
    signIn: (email, password) => outcomeOf(auth.signInWithPassword({ email, password })),
    session: async () => (await auth.getSession()).data.session,
    refresh: () => outcomeOf(auth.refreshSession()),
    change: (changes) => outcomeOf(auth.updateUser(changes)),
    askReset: (email) => outcomeOf(auth.resetPasswordForEmail(email)),
    askCode: (email) => outcomeOf(auth.signInWithOtp({ email })),
    verify: (proof) => outcomeOf(auth.verifyOtp(proof)),
    signOut: (scope) => auth.signOut(scope && { scope }),
    publicUrl: (bucket, path) => client.storage.from(bucket).getPublicUrl(path).data.publicUrl,
  };
}

/** A client of version 1. */
export function firstPersonOf(client: Body): Person {
  const { auth } = client;
  const flat = async (returned: Promise<Outcome>) =>
    outcomeOf(returned.then((data) => ({ data, error: data.error })));
  return {
    client,
    signUp: (email, password) => flat(auth.signUp({ email, password })),
    signIn: (email, password) => flat(auth.signIn({ email, password })),
    session: async () => auth.session(),
    refresh: () =>
      flat(auth.refreshSession().then(({ data, ...rest }: Body) => ({ session: data, ...rest }))),
    change: (changes) => flat(auth.update(changes)),
    askReset: (email) => outcomeOf(auth.api.resetPasswordForEmail(email)),
    askCode: (email) => flat(auth.signIn({ email })),
    verify: (proof) => flat(auth.verifyOTP(proof)),
    signOut: () => auth.signOut(),
    publicUrl: (bucket, path) => client.storage.from(bucket).getPublicUrl(path).publicURL,
  };
}
