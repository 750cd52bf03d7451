import { createClient } from '@supabase/supabase-js';

const site = process.env.SITE ?? 'http://localhost:3000';
// The publishable key is the same for every client and is no secret.
const client = createClient(site, process.env.PUBLISHABLE_KEY ?? 'coachsite-public');

/** The data of a call, or its error as an exception. */
function dataOf<T>(
  result: { readonly data: T; readonly error: null } | { readonly error: Error },
): T {
  if (result.error) throw result.error;
  return result.data;
}

const email = `example-${crypto.randomUUID()}@example.com`;
const password = 'Vlaamse-Kermis-27';

// A site that sends mails asks to confirm the address first; then there is no session yet.
const signedUp = dataOf(await client.auth.signUp({ email, password }));
console.log(signedUp.user?.email === email); // true

const wrong = await client.auth.signInWithPassword({ email, password: 'Vlaamse-Kermis-28' });
console.log(wrong.error?.code); // invalid_credentials
const { user } = dataOf(await client.auth.signInWithPassword({ email, password }));
console.log(user.email === email); // true

// One sees one's own roles only; a new member has none.
const roles = client.from('user_roles').select('role').eq('user_id', user.id);
console.log(dataOf(await roles)); // []

// The third attempt of two in a minute is not allowed.
const attempt = {
  identifier: email,
  action_type: 'example',
  max_attempts: 2,
  time_window_minutes: 1,
};
const allowed = [];
for (let count = 0; count < 3; count += 1) {
  allowed.push(dataOf(await client.rpc('check_rate_limit', attempt)));
}
console.log(allowed.join(' ')); // true true false

// The e-book has one URL for good, whichever version is active.
const { data: file } = client.storage.from('ebook').getPublicUrl('free-guide.pdf');
console.log(file.publicUrl.replace(site, '')); // /storage/v1/object/public/ebook/free-guide.pdf

await client.auth.signOut();
console.log((await client.auth.getSession()).data.session); // null
