import { useEffect, useState } from 'react'
import type { Region } from '../model/regions.ts'

type Districts = ReadonlyMap<string, readonly Region[]>
let known: Districts | undefined

/** Districts by the first four digits of their codes; undefined until they are loaded. */
export const useDistricts = (): Districts | undefined => {
  const [districts, setDistricts] = useState(known)
  useEffect(() => {
    if (districts) return
    let gone = false
    import('../model/districts.ts').then(
      ({ DISTRICTS }) => {
        known = DISTRICTS
        if (!gone) setDistricts(DISTRICTS)
      },
      // Without the names the console shows the codes.
      () => undefined,
    )
    return () => {
      gone = true
    }
  }, [districts])
  return districts
}
