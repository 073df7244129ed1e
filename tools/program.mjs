// Plain JavaScript, as bootstrap.mjs. Runs the programs of this repository as child processes and passes signals on to them.
import { spawn } from 'node:child_process'
import { delimiter, dirname, join, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'
import { modules, root, WINDOWS } from './bootstrap.mjs'
import { onStarterGone } from './starter.mjs'

/** Returns DATA_DIR, resolved against the folder where the user called npm; default ./data of the repository. */
const dataDir = () => (process.env.DATA_DIR ? resolve(process.env.INIT_CWD ?? process.cwd(), process.env.DATA_DIR) : join(root, 'data'))

/** Environment of every child: our Node and tools come first in PATH, and compiled code is cached for the next start. */
const childEnv = (node, more) => ({
  ...process.env,
  DATA_DIR: dataDir(),
  PATH: [dirname(node), join(modules, '.bin'), process.env.PATH ?? ''].join(delimiter),
  NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE ?? join(modules, '.cache', 'compile'),
  ...more,
})

const SIGNALS = { SIGHUP: 1, SIGINT: 2, SIGQUIT: 3, SIGILL: 4, SIGABRT: 6, SIGBUS: 7, SIGFPE: 8, SIGKILL: 9, SIGSEGV: 11, SIGTERM: 15 }
/** The terminal and npm both pass one Ctrl-C on: a second signal within this time is the same one. */
const ECHO_MS = 500
/** A child that was asked to end is killed after this time. */
const GRACE_MS = 30_000
/** Exit code of a program that failed after its start (EX_SOFTWARE of sysexits.h): starting it again may help. */
const FAILED_LATER = 70
/** A child that ran this long counts as started successfully: its end begins a new count of restarts. */
const STEADY_MS = 60_000
const RESTARTS = 5
const FIRST_PAUSE_MS = 1000

/** Options of Node that make a child end itself when this process is killed. */
export const lifeline = ['--import', pathToFileURL(join(root, 'tools', 'lifeline.mjs')).href]

const codeOf = (code, signal) => code ?? 128 + (SIGNALS[signal] ?? 9)

const reasonOf = (code, signal) => {
  if (signal === 'SIGKILL') return 'was killed (SIGKILL): by somebody, or by the system because memory ran out'
  return signal ? `was ended by ${signal}` : `failed (exit code ${code}); its last lines stand above`
}

/**
 * Runs a program of ours with `node` until it ends; returns its exit code. The first Ctrl-C (or SIGTERM, SIGHUP, or the end of npm) asks it to
 * end, the second kills it. It has a process group of its own, so that it alone decides in which order its children stop. If we are killed, it ends
 * itself. `restarts`: a child that ends unasked by a signal or with exit code 70 is started again after a pause that doubles, at most five times
 * without a minute of work between. Each such end is printed with its reason.
 */
export const runNode = async (node, args, { env = {}, cwd = root, restarts = false } = {}) => {
  let child
  let asked
  const stop = new AbortController()
  const pass = (name) => {
    const now = performance.now()
    if (asked !== undefined && now - asked < ECHO_MS) return
    child?.kill(asked === undefined ? (name === 'SIGHUP' ? 'SIGTERM' : name) : 'SIGKILL')
    if (asked === undefined) setTimeout(() => child?.kill('SIGKILL'), GRACE_MS).unref()
    asked = now
    stop.abort()
  }
  for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(name, () => pass(name))
  onStarterGone(() => pass('SIGTERM'))
  const once = () =>
    new Promise((done, fail) => {
      child = spawn(node, [...lifeline, ...args], { cwd, env: childEnv(node, env), stdio: 'inherit', detached: !WINDOWS })
      child.once('error', fail)
      child.once('exit', (code, signal) => done({ code, signal }))
    })
  for (let failures = 0; ; ) {
    const began = performance.now()
    const { code, signal } = await once()
    if (asked !== undefined || !restarts || (signal === null && code !== FAILED_LATER)) return codeOf(code, signal)
    failures = performance.now() - began > STEADY_MS ? 1 : failures + 1
    if (failures > RESTARTS) {
      console.error(`The server ${reasonOf(code, signal)}. It ended ${failures} times in a row and is not started again.`)
      return codeOf(code, signal)
    }
    const pause = FIRST_PAUSE_MS * 2 ** (failures - 1)
    console.error(`The server ${reasonOf(code, signal)}. It starts again in ${pause / 1000} s.`)
    await sleep(pause, undefined, { signal: stop.signal }).catch(() => undefined)
    if (asked !== undefined) return codeOf(code, signal)
  }
}

/** Runs `main` and exits with its code; an error is printed in one line. */
export const program = (main) =>
  main().then(
    (code) => process.exit(code),
    (error) => {
      console.error(error.message)
      process.exit(1)
    },
  )
