import { useEffect, useRef } from 'react'
import { useStateOf } from '../state/state.ts'
import type { ConnectionStatus } from './connection.ts'
import { connectionStatus, listen, onCatchUp } from './live.ts'
import type { News } from './packet.ts'

/**
 * Subscribes to a topic while the component is mounted; null: none. Always calls the latest handlers. `whenBound` is called when the
 * server confirms the topic; give it where the page must fetch again what it could have missed until then (see `listen`).
 */
export const useLive = (topic: string | null, handler: (news: News) => void, whenBound?: () => void): void => {
  const latest = useRef({ handler, whenBound })
  useEffect(() => {
    latest.current = { handler, whenBound }
  })
  useEffect(
    () =>
      topic === null
        ? undefined
        : listen(
            topic,
            (news) => latest.current.handler(news),
            () => latest.current.whenBound?.(),
          ),
    [topic],
  )
}

/** Calls the handler when the connection is back after a loss. */
export const useCatchUp = (handler: () => void): void => {
  const latest = useRef(handler)
  useEffect(() => {
    latest.current = handler
  })
  useEffect(() => onCatchUp(() => latest.current()), [])
}

/** State of the socket, and the time of its last frame. */
export const useConnection = (): ConnectionStatus => useStateOf(connectionStatus)
