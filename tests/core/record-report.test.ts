import { recordReport } from '@coachsite/core/error-report';
import { memoryReportStore } from '@coachsite/core/testing';
import { expect, test } from 'vitest';
import { reportsKept } from '#core/src/error-report/record-report.ts';

test('any number of reports is stored in at most two megabytes', async () => {
  let count = 0;
  const ports = {
    reports: memoryReportStore(),
    clock: { now: () => count },
    ids: { uuid: () => `id-${++count}` },
  };
  const long = 'x'.repeat(16_000);
  for (let i = 0; i < 500; i += 1) {
    await recordReport(ports, {
      input: { message: long, stack: long, url: long, userAgent: long, componentStack: long },
    });
  }
  const kept = await ports.reports.newest(1000);
  expect(kept).toHaveLength(reportsKept);
  expect(kept[0]?.id).toBe('id-500');
  expect(JSON.stringify(kept).length).toBeLessThan(2 * 1024 * 1024);
});
