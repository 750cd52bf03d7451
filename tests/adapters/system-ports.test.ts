import { cryptoIds, cryptoRandom, sha256, systemClock } from '@coachsite/adapters/system';
import {
  clockContract,
  digestContract,
  idsContract,
  randomContract,
} from '@coachsite/core/testing';
import { describe, expect, test } from 'vitest';

const runner = { test, expect };

describe('system', () => {
  clockContract(runner, () => systemClock);
  randomContract(runner, () => cryptoRandom);
  idsContract(runner, () => cryptoIds);
  digestContract(runner, () => sha256);
});
