import { hrefOf, location, navigate } from '../router/location.ts'
import { createState } from '../state/state.ts'
import { storage } from '../storage/storage.ts'
import { md5 } from './md5.ts'
import { onSessionEnd, user } from './session.ts'

/** ms between setting the password and the lock page (wire-contract.md 8). */
export const LOCK_DELAY = 100
const RETURN = 'lockReturn'

/** Is this browser session locked? (rule.session.lock) */
export const locked = createState<boolean>(storage.read('isLock') === true)
onSessionEnd(() => locked.set(false))

const hashOf = (password: string): string => md5(`${user.get()?.userId ?? ''}:${password}`)

/** Was a lock password set in this browser session? Then the button locks at once. */
export const hasLockPassword = (): boolean => typeof storage.read('lockPasswd') === 'string'

/** Locks, with a new password or with the one that was set before. */
export const lock = (password?: string): void => {
  if (password !== undefined) storage.write('lockPasswd', hashOf(password), 'session')
  storage.write('isLock', true, 'session')
  keepPlace()
  setTimeout(() => locked.set(true), LOCK_DELAY)
}

/** Remembers where one was, so that unlocking leads back there. */
export const keepPlace = (): void => {
  const here = location.get()
  if (here.path.toLowerCase() !== '/lock') storage.write(RETURN, hrefOf(here), 'session')
}

/** Is it the lock password? */
export const fitsLock = (password: string): boolean => storage.read('lockPasswd') === hashOf(password)

/** Opens the screen where it was locked. */
export const unlock = (): void => {
  const back = storage.read<string>(RETURN)
  storage.remove('isLock')
  storage.remove(RETURN)
  locked.set(false)
  navigate(back ?? '/', undefined, { replace: true })
}
