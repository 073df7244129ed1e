import { useMedia } from '../../theme/use-media.ts'

/** True below the phone breakpoint (768 px in the specification). */
export const usePhone = (): boolean => useMedia('(max-width: 767.9px)')
