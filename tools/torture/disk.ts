import { execFileSync } from 'node:child_process'
import { closeSync, openSync, rmSync, writeSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { onInterrupt } from './processes.ts'
import { playScene } from './scenes.ts'
import { createWorld } from './world.ts'

const SIZE_MB = 700
const FULL_MS = 20_000

/** Fills the disk again and again for `ms`, so that space freed by others is taken too. */
const fill = async (path: string, ms: number): Promise<void> => {
  const file = openSync(path, 'w')
  const block = Buffer.alloc(64 * 1024)
  for (const end = performance.now() + ms; performance.now() < end; ) {
    try {
      for (let n = 0; n < 1000; n += 1) writeSync(file, block)
    } catch {
      await sleep(50)
    }
    await sleep(0)
  }
  closeSync(file)
  rmSync(path)
}

/** Runs everything on a disk that becomes full during a batch and then has space again. Needs the right to mount. */
export const disk = async (lamps: number): Promise<boolean> => {
  const folder = await mkdtemp(join(tmpdir(), 'lamplight-disk-'))
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${SIZE_MB}m,mode=755`, 'tmpfs', folder])
  } catch {
    await rm(folder, { recursive: true, force: true })
    console.log('this mode mounts a small tmpfs and must run as root: not run')
    return true
  }
  const clear = async (): Promise<void> => {
    execFileSync('umount', [folder])
    await rm(folder, { recursive: true, force: true })
  }
  onInterrupt(clear)
  try {
    const world = await createWorld({ lamps, folder })
    try {
      const good: boolean[] = []
      for (const [at, level] of [30, 70].entries())
        good.push(await playScene(world, `disk full, time ${at + 1}`, level, () => fill(join(folder, 'filler'), FULL_MS)))
      return good.every(Boolean)
    } finally {
      await world.stop()
    }
  } finally {
    await clear()
  }
}
