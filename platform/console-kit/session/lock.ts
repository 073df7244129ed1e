import { hrefOf, location, navigate } from '../router/location.ts'
import { createState } from '../state/state.ts'
import { storage } from '../storage/storage.ts'
import { md5 } from './md5.ts'
import { onSessionEnd, user } from './session.ts'

/** Delay between setting the password and the lock page, ms (wire-contract.md 8). */
export const LOCK_DELAY = 100
const RETURN = 'lockReturn'

/** True while this browser session is locked (rule.session.lock). */
export const locked = createState<boolean>(storage.read('isLock') === true)
onSessionEnd(() => locked.set(false))

const hashOf = (password: string): string => md5(`${user.get()?.userId ?? ''}:${password}`)

/** Returns true if a lock password was set in this browser session: the button then locks at once. */
export const hasLockPassword = (): boolean => typeof storage.read('lockPasswd') === 'string'

/** Locks with a new password, or with the one set before. */
export const lock = (password?: string): void => {
  if (password !== undefined) storage.write('lockPasswd', hashOf(password), 'session')
  storage.write('isLock', true, 'session')
  keepPlace()
  setTimeout(() => locked.set(true), LOCK_DELAY)
}

/** Stores the present address for unlocking. */
export const keepPlace = (): void => {
  const here = location.get()
  if (here.path.toLowerCase() !== '/lock') storage.write(RETURN, hrefOf(here), 'session')
}

/** Returns true if it is the lock password. */
export const fitsLock = (password: string): boolean => storage.read('lockPasswd') === hashOf(password)

/** Unlocks and returns to the stored address. */
export const unlock = (): void => {
  const back = storage.read<string>(RETURN)
  storage.remove('isLock')
  storage.remove(RETURN)
  locked.set(false)
  navigate(back ?? '/', undefined, { replace: true })
}
