import { useEffect, useRef } from 'react'
import { useStateOf } from '../state/state.ts'
import type { ConnectionStatus } from './connection.ts'
import { connectionStatus, listen, onCatchUp } from './live.ts'
import type { News } from './packet.ts'

/** Hears a topic while the component is on the screen; null hears nothing. The latest handler is called. */
export const useLive = (topic: string | null, handler: (news: News) => void): void => {
  const latest = useRef(handler)
  useEffect(() => {
    latest.current = handler
  })
  useEffect(() => (topic === null ? undefined : listen(topic, (news) => latest.current(news))), [topic])
}

/** Runs when the connection is back after a loss. */
export const useCatchUp = (handler: () => void): void => {
  const latest = useRef(handler)
  useEffect(() => {
    latest.current = handler
  })
  useEffect(() => onCatchUp(() => latest.current()), [])
}

/** How the socket stands, and when it was last heard. */
export const useConnection = (): ConnectionStatus => useStateOf(connectionStatus)
