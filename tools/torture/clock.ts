import { existsSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { playScene } from './scenes.ts'
import { createWorld } from './world.ts'

const LIBRARY = '/usr/lib/x86_64-linux-gnu/faketime/libfaketimeMT.so.1'
const BEFORE_MS = 150
const AWAY_MS = 8000

/**
 * Sets the clock of the server process an hour ahead and back, then an hour back and ahead, during a
 * batch. Database and virtual city keep theirs.
 */
export const clock = async (lamps: number): Promise<boolean> => {
  if (!existsSync(LIBRARY)) {
    console.log('this mode needs libfaketime (apt-get install faketime): not run')
    return true
  }
  const folder = await mkdtemp(join(tmpdir(), 'lamplight-clock-'))
  const file = join(folder, 'offset')
  const set = (offset: string): Promise<void> => writeFile(file, `${offset}\n`)
  await set('+0')
  const env = { LD_PRELOAD: LIBRARY, FAKETIME_TIMESTAMP_FILE: file, FAKETIME_NO_CACHE: '1', FAKETIME_DONT_FAKE_MONOTONIC: '1' }
  const world = await createWorld({ lamps, env })
  const jump = (offset: string) => async (): Promise<void> => {
    await sleep(BEFORE_MS)
    await set(offset)
    await sleep(AWAY_MS)
    await set('+0')
  }
  try {
    const good = [
      await playScene(world, 'an hour ahead, and back after 8 s', 30, jump('+3600')),
      await playScene(world, 'an hour behind, and back after 8 s', 70, jump('-3600')),
    ]
    return good.every(Boolean)
  } finally {
    await world.stop()
    await rm(folder, { recursive: true, force: true })
  }
}
