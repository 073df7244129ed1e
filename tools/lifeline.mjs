// Preloaded into what tools/ starts, and so into what that forks: a process whose parent was killed ends itself, as by SIGTERM.
import { isMainThread } from 'node:worker_threads'

if (isMainThread) {
  const parent = process.ppid
  const watch = setInterval(() => {
    if (process.ppid === parent) return
    clearInterval(watch)
    process.kill(process.pid, 'SIGTERM')
  }, 500)
  watch.unref()
}
