/**
 * Asks the DNS. A list is empty where there is no such record, and undefined where there was no answer, which is asked for
 * again at another time.
 */
export interface MailDns {
  /** The texts of a name, each joined from its parts. */
  readonly txt: (name: string) => Promise<readonly string[] | undefined>;
  /** The mail servers of a name, the preferred one first; `''` says that it takes no mail (RFC 7505). */
  readonly mx: (name: string) => Promise<readonly string[] | undefined>;
  /** The IPs of a name, of both versions. */
  readonly addresses: (name: string) => Promise<readonly string[] | undefined>;
  /** Whether there is anything at a name or below it (RFC 8020). */
  readonly exists: (name: string) => Promise<boolean | undefined>;
}
