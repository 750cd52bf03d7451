import { networkBucket } from '../../rate-limit/index.ts';
import {
  adminActions,
  emailMarkers,
  isAbout,
  type SecurityEvent,
  type SecurityLog,
} from '../../security-log/index.ts';
import { byValue } from './by-value.ts';
import { fullestFirst } from './fullest-first.ts';

/** A `SecurityLog` in memory. */
export function memorySecurityLog(publicLimit = 200_000, accountLimit = 2000): SecurityLog {
  let events: readonly SecurityEvent[] = [];
  return byValue({
    record: async (event) => {
      events = [event, ...events];
      const isOfAccount = ({ source, severity, userId }: SecurityEvent) =>
        source === 'server' &&
        severity === 'low' &&
        userId !== undefined &&
        userId === event.userId;
      const tooMany = events.filter(isOfAccount).slice(accountLimit + 99);
      if (tooMany.length > 0) {
        const newest = new Set(events.filter(isOfAccount).slice(0, accountLimit));
        events = events.filter((each) => !isOfAccount(each) || newest.has(each));
      }
      const isPublic = ({ source, actionType }: SecurityEvent) =>
        source === 'server' && !adminActions.includes(actionType);
      const open = events.filter(isPublic);
      if (open.length < publicLimit + 100) return;
      const ofNetwork = ({ ip }: SecurityEvent) => networkBucket(ip);
      const [high = [], others = []] = [true, false].map((isHigh) =>
        open.filter(({ severity }) => (severity === 'high') === isHigh).toReversed(),
      );
      const surplus = open.length - publicLimit;
      const beyond = fullestFirst(others, surplus, ofNetwork);
      const highToo = fullestFirst(high, surplus - beyond.size, ofNetwork);
      events = events.filter((each) => !beyond.has(each) && !highToo.has(each));
    },
    list: async ({ actionType, source, userId, before, limit }) => {
      const start = events.findIndex(({ id }) => id === before) + 1;
      if (before !== undefined && start === 0) return [];
      return events
        .slice(start)
        .filter(
          (event) =>
            (actionType === undefined || event.actionType === actionType) &&
            (source === undefined || event.source === source) &&
            (userId === undefined || event.userId === userId),
        )
        .slice(0, limit);
    },
    about: async (person) => events.filter(isAbout(person)),
    removeAbout: async (person, kept = []) => {
      const before = events.length;
      const isTheirs = isAbout(person);
      events = events.filter(
        (event) =>
          !isTheirs(event) || (event.source === 'server' && kept.includes(event.actionType)),
      );
      return before - events.length;
    },
    rewriteEmails: async (before, rewrite) => {
      const isDue = ({ at, userAgent, details }: SecurityEvent) =>
        at < before &&
        emailMarkers.some((sign) => (userAgent + JSON.stringify(details)).includes(sign));
      let rewritten = 0;
      events = events.map((event) => {
        const { userAgent, details } = event;
        const words = isDue(event) ? rewrite({ userAgent, details }) : undefined;
        if (words) rewritten += 1;
        return { ...event, ...words };
      });
      return rewritten;
    },
    sweep: async (before) => {
      const kept = events.filter(({ at }) => at >= before);
      const removed = events.length - kept.length;
      events = kept;
      return removed;
    },
  });
}
