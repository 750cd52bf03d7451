/** The groups of calls, in the order of the documentation. */
export const operationTags = [
  { name: 'site', description: 'What visitors call: contact, waiting list, e-book, consent' },
  { name: 'account', description: 'A member’s own sessions, data and recovery codes' },
  { name: 'admin', description: 'The admin area; needs the role admin' },
  { name: 'auth', description: 'Accounts and sessions, in the wire format of GoTrue' },
  { name: 'data', description: 'Roles and functions, in the wire format of PostgREST' },
  {
    name: 'storage',
    description: 'The file of the e-book, in the wire format of Supabase Storage',
  },
] as const;

type Tag = (typeof operationTags)[number]['name'];

/** The id and the summary of each documented call. An id is a name in generated clients: it does not change. */
const operations: Readonly<Record<string, readonly [id: string, summary: string]>> = {
  'GET /api/articles': ['listArticles', 'Lists the public articles'],
  'GET /api/articles/{slug}': ['getArticle', 'Reads one article'],
  'POST /api/contact': ['sendContactMessage', 'Sends a message to the coach'],
  'POST /api/notify': ['joinWaitingList', 'Joins the waiting list of a program'],
  'POST /api/notify/confirm': ['confirmWaitingList', 'Confirms a place on the waiting list'],
  'POST /api/notify/unsubscribe': ['leaveWaitingList', 'Leaves the waiting list'],
  'POST /api/consent': ['recordConsent', 'Records the proof of a cookie choice'],
  'POST /api/log-client-error': ['reportClientError', 'Reports an error of a browser'],
  'GET /api/ebook': ['getEbook', 'Describes the active e-book'],
  'GET /api/admin-setup': ['getAdminSetup', 'Says whether the site still needs its first admin'],
  'POST /api/admin-setup': ['setUpAdmin', 'Makes the first admin'],

  'GET /api/account/recovery-codes': ['countRecoveryCodes', 'Counts the unused recovery codes'],
  'POST /api/account/recovery-codes': ['makeRecoveryCodes', 'Makes new recovery codes'],
  'POST /api/account/recovery-codes/redeem': [
    'redeemRecoveryCode',
    'Passes the second factor with a recovery code',
  ],
  'GET /api/account/interests': ['listOwnInterests', 'Lists one’s places on waiting lists'],
  'DELETE /api/account/interests/{programId}': ['leaveOwnInterest', 'Leaves one waiting list'],
  'GET /api/account/sessions': ['listOwnSessions', 'Lists one’s sessions'],
  'DELETE /api/account/sessions/{id}': ['endOwnSession', 'Ends one of one’s sessions'],
  'GET /api/account/export': ['exportOwnData', 'Exports everything that is kept about oneself'],
  'DELETE /api/account': ['deleteAccount', 'Deletes one’s account'],

  'GET /api/admin/messages': ['listMessages', 'Lists the contact messages'],
  'PATCH /api/admin/messages/{id}': ['changeMessage', 'Changes the status of a message'],
  'DELETE /api/admin/messages/{id}': ['deleteMessage', 'Deletes a message'],
  'GET /api/admin/overview': ['getOverview', 'Sums up what needs attention'],
  'GET /api/admin/waiting': ['countWaiting', 'Counts the messages that are new'],
  'GET /api/admin/pause': ['getPause', 'Reads the pause of the promise to reply'],
  'PUT /api/admin/pause': ['setPause', 'Sets the pause of the promise to reply'],
  'DELETE /api/admin/pause': ['endPause', 'Ends the pause of the promise to reply'],
  'GET /api/admin/mails': ['listUnsentMails', 'Lists the mails that wait or were given up'],
  'POST /api/admin/mails/{id}/retry': ['retryMail', 'Sends a mail again'],
  'POST /api/admin/person/export': ['exportPerson', 'Exports everything about one person'],
  'POST /api/admin/person/erase': ['erasePerson', 'Deletes everything about one person'],
  'GET /api/admin/notify': ['listInterests', 'Lists the confirmed places on waiting lists'],
  'POST /api/admin/notify/launch': ['announceLaunch', 'Announces the launch of a program'],
  'PATCH /api/admin/notify/launch': ['changeLaunch', 'Pauses, resumes or stops a launch'],
  'GET /api/admin/notify/launch/preview': ['previewLaunch', 'Shows the mail of a launch'],
  'POST /api/admin/notify/launch/test': ['testLaunch', 'Sends the mail of a launch to oneself'],
  'GET /api/admin/consents/{number}': ['getConsent', 'Reads the proof of a cookie choice'],
  'GET /api/admin/client-errors': ['listClientErrors', 'Lists the errors that browsers reported'],
  'GET /api/admin/security-events': ['listSecurityEvents', 'Lists the security log'],
  'GET /api/admin/site': ['getFacts', 'Reads the facts of the owner'],
  'PUT /api/admin/site': ['saveFacts', 'Saves the facts of the owner'],
  'POST /api/admin/site/preview': ['previewFacts', 'Shows a page with facts that are not saved'],
  'GET /api/admin/site/versions': ['listFactsVersions', 'Lists the saved versions of the facts'],
  'POST /api/admin/site/versions/{id}/restore': [
    'restoreFactsVersion',
    'Restores a version of the facts',
  ],
  'GET /api/admin/site/missing': ['listMissingFacts', 'Lists the facts that are missing'],
  'PUT /api/admin/site/portrait': ['savePortrait', 'Saves the portrait of the coach'],
  'DELETE /api/admin/site/portrait': ['deletePortrait', 'Removes the portrait of the coach'],
  'POST /api/admin/ebook': ['replaceEbook', 'Replaces the e-book'],
  'GET /api/admin/ebook/versions': ['listEbookVersions', 'Lists the kept versions of the e-book'],
  'POST /api/admin/ebook/versions/{id}/restore': [
    'restoreEbookVersion',
    'Restores a version of the e-book',
  ],
  'GET /api/admin/ebook/stats': ['getEbookStatistics', 'Counts the downloads of the e-book'],

  'POST /auth/v1/signup': ['signUp', 'Makes an account'],
  'POST /auth/v1/token': ['grantToken', 'Signs in, or refreshes a session'],
  'POST /auth/v1/otp': ['sendOneTimePassword', 'Sends a link or a code to sign in with'],
  'POST /auth/v1/verify': ['verifyToken', 'Verifies a code or the token of a link'],
  'GET /auth/v1/verify': ['followLink', 'Verifies the token of a mailed link and redirects'],
  'POST /auth/v1/resend': ['resendMessage', 'Sends a confirmation again'],
  'POST /auth/v1/recover': ['recoverPassword', 'Sends a link to choose a new password'],
  'GET /auth/v1/reauthenticate': ['reauthenticate', 'Sends a nonce for a change of password'],
  'GET /auth/v1/user': ['getUser', 'Reads one’s account'],
  'PUT /auth/v1/user': ['updateUser', 'Changes one’s account'],
  'GET /auth/v1/authorize': ['authorize', 'Redirects to a provider to sign in'],
  'GET /auth/v1/callback': ['receiveCallback', 'Receives the response of a provider'],
  'POST /auth/v1/callback': ['receivePostedCallback', 'Receives a posted response of a provider'],
  'POST /auth/v1/sso': ['startSso', 'Starts single sign-on by domain or provider'],
  'GET /auth/v1/sso/saml/metadata': ['getSamlMetadata', 'Reads the SAML metadata of the site'],
  'POST /auth/v1/sso/saml/acs': ['receiveSamlResponse', 'Receives a SAML response'],
  'GET /auth/v1/user/identities/authorize': [
    'linkIdentity',
    'Redirects to a provider to link an identity',
  ],
  'DELETE /auth/v1/user/identities/{id}': ['unlinkIdentity', 'Unlinks an identity'],
  'POST /auth/v1/logout': ['signOut', 'Ends one, the other or all sessions'],
  'POST /auth/v1/factors': ['enrollFactor', 'Enrols a second factor'],
  'POST /auth/v1/factors/{factorId}/challenge': ['challengeFactor', 'Asks for a code of a factor'],
  'POST /auth/v1/factors/{factorId}/verify': ['verifyFactor', 'Verifies a code of a factor'],
  'DELETE /auth/v1/factors/{factorId}': ['unenrollFactor', 'Removes a second factor'],
  'GET /auth/v1/.well-known/jwks.json': ['getSigningKeys', 'Lists the public signing keys'],
  'GET /auth/v1/settings': ['getAuthSettings', 'Reads the public settings of the auth service'],
  'GET /auth/v1/health': ['getAuthHealth', 'Says that the auth service is up'],

  'GET /rest/v1/user_roles': ['listUserRoles', 'Lists one’s roles'],
  'HEAD /rest/v1/user_roles': ['headUserRoles', 'Headers of one’s roles'],
  'POST /rest/v1/rpc/log_security_event': ['logSecurityEvent', 'Adds to the security log'],
  'POST /rest/v1/rpc/check_rate_limit': ['checkRateLimit', 'Counts an attempt, if it is allowed'],
};

const file = 'free-guide.pdf';

/** Storage has one file under several paths, which the ids tell apart. */
const storagePaths: Readonly<Record<string, readonly [of: string, summary: string]>> = {
  [`/storage/v1/object/public/ebook/${file}`]: ['PublicEbookFile', 'the e-book'],
  [`/storage/v1/object/ebook/${file}`]: ['EbookFile', 'the e-book'],
  [`/storage/v1/object/authenticated/ebook/${file}`]: ['AuthenticatedEbookFile', 'the e-book'],
  [`/storage/v1/object/info/ebook/${file}`]: ['EbookFileInfo', 'the facts of the file'],
  [`/storage/v1/object/info/public/ebook/${file}`]: [
    'PublicEbookFileInfo',
    'the facts of the file',
  ],
};

const storageVerbs: Readonly<Record<string, readonly [id: string, summary: string]>> = {
  GET: ['download', 'Downloads'],
  HEAD: ['head', 'Headers of'],
  POST: ['upload', 'Uploads'],
  PUT: ['replace', 'Replaces'],
};

function tagOf(url: string): Tag {
  if (url.startsWith('/auth/v1')) return 'auth';
  if (url.startsWith('/rest/v1')) return 'data';
  if (url.startsWith('/storage/v1')) return 'storage';
  if (url.startsWith('/api/admin/')) return 'admin';
  return url.startsWith('/api/account') ? 'account' : 'site';
}

function namesOf(method: string, url: string): readonly [id: string, summary: string] | undefined {
  const [of, what] = storagePaths[url] ?? [];
  const [verb, does] = storageVerbs[method] ?? [];
  if (of === undefined || verb === undefined) return operations[`${method} ${url}`];
  return [`${verb}${of}`, `${does} ${what}`];
}

interface Named {
  readonly operationId: string;
  readonly summary: string;
  readonly tags: readonly Tag[];
}

function operationOf(method: string, url: string): Named {
  const names = namesOf(method.toUpperCase(), url);
  if (!names) throw new Error(`${method} ${url} has no name in operations.ts`);
  const [operationId, summary] = names;
  return { operationId, summary, tags: [tagOf(url)] };
}

/** The calls of a document by path and method, each with its id, summary and tag. Throws for one without a name. */
export const withNames = (
  paths: Readonly<Record<string, object | undefined>>,
): Record<string, Record<string, object>> =>
  Object.fromEntries(
    Object.entries(paths).map(([url, calls = {}]) => [
      url,
      Object.fromEntries(
        Object.entries(calls).map(([method, call]) => [
          method,
          { ...operationOf(method, url), ...call },
        ]),
      ),
    ]),
  );
