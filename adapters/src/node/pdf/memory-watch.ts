// Ends the whole process when it takes too much memory: the parser's own thread is busy then and cannot look.
const memoryLimitBytes = 384 * 1024 * 1024;
const checkEveryMs = 20;

setInterval(() => {
  if (process.memoryUsage.rss() > memoryLimitBytes) process.kill(process.pid, 'SIGKILL');
}, checkEveryMs);
