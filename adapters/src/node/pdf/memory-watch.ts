// Kills the whole process when it uses too much memory. Runs in a worker, because the parser blocks its own thread.
const memoryLimitBytes = 384 * 1024 * 1024;
const checkEveryMs = 20;

setInterval(() => {
  if (process.memoryUsage.rss() > memoryLimitBytes) process.kill(process.pid, 'SIGKILL');
}, checkEveryMs);
