import { memoryMailQueue, memoryMessageStore, memoryPauseStore } from '@coachsite/core/testing';
import { test } from 'vitest';
import { expectStopwatches } from '../support/pause-commands.ts';

test('days off that are set, corrected and ended in any order stop the time to reply, and no late message stops being late', async () => {
  const open = async () => ({
    messages: memoryMessageStore(memoryMailQueue()),
    pauses: memoryPauseStore(),
  });
  await expectStopwatches(open, 300);
});
