import type { LoggedPerson, SecurityEvent, SecurityLog } from '@coachsite/core/security-log';

/** Whether an event is about a person: their account did it, or its details name them. */
function isAbout({ userIds, mentions }: LoggedPerson) {
  const words = mentions.map((word) => word.toLowerCase());
  return ({ userId, details }: SecurityEvent) => {
    const text = JSON.stringify(details).toLowerCase();
    return (
      (userId !== undefined && userIds.includes(userId)) ||
      words.some((word) => text.includes(word))
    );
  };
}

export function memorySecurityLog(): SecurityLog {
  let events: readonly SecurityEvent[] = [];
  return {
    record: async (event) => {
      events = [event, ...events];
    },
    list: async ({ actionType, source, userId, before, limit }) => {
      const start = before === undefined ? 0 : events.findIndex(({ id }) => id === before) + 1;
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
    removeAbout: async (person) => {
      const before = events.length;
      const isTheirs = isAbout(person);
      events = events.filter((event) => !isTheirs(event));
      return before - events.length;
    },
    rewriteAddresses: async (before, rewrite) => {
      const isDue = ({ at, details }: SecurityEvent) =>
        at < before && JSON.stringify(details).includes('@');
      const due = events.filter(isDue).length;
      events = events.map((event) =>
        isDue(event) ? { ...event, details: rewrite(event.details) } : event,
      );
      return due;
    },
    sweep: async (before) => {
      const kept = events.filter(({ at }) => at >= before);
      const removed = events.length - kept.length;
      events = kept;
      return removed;
    },
  };
}
