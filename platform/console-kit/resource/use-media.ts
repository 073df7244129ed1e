import { useMedia } from '../theme/use-media.ts'

/** Below this the console is on a phone (breakpoint 768 of the specification). */
export const usePhone = (): boolean => useMedia('(max-width: 767.9px)')
