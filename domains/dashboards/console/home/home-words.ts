import type { Text } from '@lamplight/kit'
import type { HomeInfo } from '../../model/index.ts'
import { M } from './home.messages.ts'

/** Texts of the lists of commands. */
interface CommandListWords {
  readonly running: Text
  readonly noRunning: Text
  readonly failed: Text
  readonly noFailed: Text
}

/** The server returns to users limited to places only their own commands. The title and the empty list state this. */
export const commandListWords = (isLimited: boolean): CommandListWords =>
  isLimited
    ? { running: M.runningOwn, noRunning: M.noRunningOwn, failed: M.failedOwn, noFailed: M.noFailedOwn }
    : { running: M.running, noRunning: M.noRunning, failed: M.failed, noFailed: M.noFailed }

/**
 * Number of lamps that the kinds count and the total does not: solar lamps with a solar controller are devices of their own, not lamps of the list
 * that the total leads to.
 */
export const lampsOutsideTotal = ({ lamps, kinds }: Pick<HomeInfo, 'lamps' | 'kinds'>): number =>
  kinds.reduce((sum, kind) => sum + kind.lamps, 0) - lamps
