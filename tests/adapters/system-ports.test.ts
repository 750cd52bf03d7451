import { cryptoIds, cryptoRandom, sha256, systemClock } from '@coachsite/adapters/system';
import {
  clockContract,
  digestContract,
  idsContract,
  memoryClock,
  memoryDigest,
  memoryIds,
  memoryRandom,
  randomContract,
} from '@coachsite/core/testing';
import { describe, expect, test } from 'vitest';

const runner = { test, expect };

describe('memory', () => {
  clockContract(runner, memoryClock);
  randomContract(runner, memoryRandom);
  idsContract(runner, memoryIds);
  digestContract(runner, () => memoryDigest);
});

describe('system', () => {
  clockContract(runner, () => systemClock);
  randomContract(runner, () => cryptoRandom);
  idsContract(runner, () => cryptoIds);
  digestContract(runner, () => sha256);
});
