import { useEffect, useState } from 'react'

/** True when `waiting` has lasted `ms`: faster loads show no placeholder. */
export const useDelayed = (waiting: boolean, ms = 150): boolean => {
  const [late, setLate] = useState(false)
  useEffect(() => {
    if (!waiting) return setLate(false)
    const timer = setTimeout(() => setLate(true), ms)
    return () => clearTimeout(timer)
  }, [waiting, ms])
  return waiting && late
}
