import { api, useT } from '@lamplight/console-kit'
import { useQuery } from '@tanstack/react-query'
import { useDeferredValue, useEffect, useId, useRef, useState } from 'react'
import { M } from './map.messages.ts'

export interface Hit {
  readonly kind: 'lamp' | 'post' | 'area' | 'group'
  readonly id: string
  readonly deviceId: string
  readonly title: string
  readonly subtitle: string
  readonly lng: number | null
  readonly lat: number | null
  readonly count: number
}

/** One box for what citizens and crews say: a street, a post's number, a serial number. `/` jumps into it, arrows choose, Enter goes there. */
export const MapSearch = ({ onChoose }: { readonly onChoose: (hit: Hit) => void }) => {
  const t = useT()
  const listId = useId()
  const input = useRef<HTMLInputElement>(null)
  const [text, setText] = useState('')
  const [open, setOpen] = useState(false)
  const [at, setAt] = useState(0)
  const asked = useDeferredValue(text.trim())
  const { data: hits = [], isSuccess } = useQuery({
    queryKey: ['map-search', asked],
    queryFn: () => api.get<Hit[]>('/api/blade-city/lamp/search', { q: asked }),
    enabled: asked.length > 0,
  })
  useEffect(() => {
    const focus = (event: KeyboardEvent): void => {
      const busy = event.target instanceof HTMLElement && event.target.closest('input, textarea, [contenteditable]')
      if (event.key !== '/' || busy || !input.current?.offsetParent) return
      event.preventDefault()
      input.current.focus()
    }
    window.addEventListener('keydown', focus)
    return () => window.removeEventListener('keydown', focus)
  }, [])
  const choose = (hit: Hit | undefined): void => {
    if (!hit) return
    setOpen(false)
    input.current?.blur()
    onChoose(hit)
  }
  return (
    <div className="ll-city-search">
      <input
        ref={input}
        type="search"
        role="combobox"
        aria-expanded={open && asked !== ''}
        aria-controls={listId}
        aria-label={t(M.search)}
        placeholder={t(M.search)}
        value={text}
        onFocus={() => setOpen(true)}
        onBlur={() => setTimeout(() => setOpen(false), 150)}
        onChange={(event) => {
          setText(event.target.value)
          setAt(0)
          setOpen(true)
        }}
        onKeyDown={(event) => {
          if (event.key === 'ArrowDown') setAt(Math.min(at + 1, hits.length - 1))
          else if (event.key === 'ArrowUp') setAt(Math.max(at - 1, 0))
          else if (event.key === 'Enter') choose(hits[at])
          else if (event.key === 'Escape') input.current?.blur()
          else return
          event.preventDefault()
        }}
      />
      {open && asked !== '' && isSuccess && (
        <div id={listId} role="listbox" className="ll-city-hits">
          {hits.length === 0 && <p className="ll-city-note">{t(M.nothingFound, { q: asked })}</p>}
          {hits.map((hit, index) => (
            <button
              type="button"
              role="option"
              aria-selected={index === at}
              key={`${hit.kind}${hit.id}`}
              className="ll-city-hit"
              onMouseDown={() => choose(hit)}
            >
              <span>{hit.title}</span>
              <small>{hit.kind === 'area' || hit.kind === 'group' ? t(['{n} 盏', '{n} lamps'], { n: hit.count }) : hit.subtitle}</small>
            </button>
          ))}
        </div>
      )}
    </div>
  )
}
