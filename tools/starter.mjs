import { readFileSync } from 'node:fs'

const LOOK_MS = 250
const SHELL = /^(sh|dash|ash|bash|busybox|zsh)$/

/** Returns fields of /proc/PID/stat (proc(5)); undefined on systems without it and for ended processes. */
const statOf = (pid) => {
  try {
    const [, name, rest] = /\((.*)\) (.*)$/s.exec(readFileSync(`/proc/${pid}/stat`, 'utf8'))
    return { name, parent: Number(rest.split(' ')[1]) }
  } catch {
    return undefined
  }
}

const parent = process.ppid
/** npm runs a script in a shell; npm is then the parent of our parent. */
const shell = statOf(parent)
const npm = shell && SHELL.test(shell.name) ? shell.parent : undefined

const isGone = () => process.ppid !== parent || (npm !== undefined && statOf(parent)?.parent !== npm)

/**
 * Calls `gone` once when npm, or the shell in which it runs its scripts, has ended. npm sends a signal only to that shell, which ends without
 * passing it on. Does nothing if npm did not start this process: a background program may outlive its shell.
 */
export const onStarterGone = (gone) => {
  if (!process.env.npm_lifecycle_event) return
  const watch = setInterval(() => {
    if (!isGone()) return
    clearInterval(watch)
    gone()
  }, LOOK_MS)
  watch.unref()
}
