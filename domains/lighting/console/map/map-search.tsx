import { Icon, lang, queryClient, useT } from '@lamplight/console-kit'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { type KeyboardEvent, useDeferredValue, useId, useRef, useState } from 'react'
import { useCounted } from '../counted.ts'
import { findOnMap, type Hit } from './find-on-map.ts'
import { M } from './map.messages.ts'
import { usePageKey } from './use-map-page.ts'

const KINDS = {
  street: M.street,
  area: M.area,
  group: M.kindGroup,
  gateway: M.gateway,
  post: M.kindPost,
  lamp: M.lamp,
  device: M.device,
} as const

const searchFor = (keyword: string) => ({
  queryKey: ['map-search', keyword],
  queryFn: ({ signal }: { readonly signal: AbortSignal }) => findOnMap(keyword, { signal }),
  staleTime: 10_000,
})

/**
 * Search box for a street (in either language or pinyin), an area, a group, a gateway, a post's number or a serial number.
 * `/` focuses it, arrow keys select, Enter opens.
 */
export const MapSearch = ({ onChoose }: { readonly onChoose: (hit: Hit) => void }) => {
  const t = useT()
  const listId = useId()
  const box = useRef<HTMLDivElement>(null)
  const input = useRef<HTMLInputElement>(null)
  const [text, setText] = useState('')
  const [open, setOpen] = useState(false)
  const [at, setAt] = useState(0)
  const keyword = useDeferredValue(text.trim())
  const {
    data: hits = [],
    isSuccess,
    isPlaceholderData,
  } = useQuery({
    ...searchFor(keyword),
    enabled: keyword.length > 0,
    placeholderData: keepPreviousData,
  })
  usePageKey('/', box, () => input.current?.focus())
  const choose = (hit: Hit | undefined): void => {
    if (!hit) return
    setOpen(false)
    input.current?.blur()
    onChoose(hit)
  }
  /** Enter uses the typed text: the list may still show results of an older text. */
  const enter = async (): Promise<void> => {
    const typed = text.trim()
    if (typed) choose((await queryClient.fetchQuery(searchFor(typed)))[at])
  }
  const move = (to: number): void => {
    setAt(to)
    document.getElementById(`${listId}${to}`)?.scrollIntoView({ block: 'nearest' })
  }
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.nativeEvent.isComposing) return
    if (event.key === 'ArrowDown') move(Math.min(at + 1, hits.length - 1))
    else if (event.key === 'ArrowUp') move(Math.max(at - 1, 0))
    else if (event.key === 'Enter') void enter()
    else if (event.key === 'Escape') input.current?.blur()
    else return
    event.preventDefault()
  }
  const listed = open && keyword !== '' && isSuccess
  return (
    <div ref={box} className="ll-city-search">
      <Icon name="search" size={16} />
      <input
        ref={input}
        type="text"
        role="combobox"
        autoComplete="off"
        enterKeyHint="search"
        aria-expanded={listed}
        aria-controls={listId}
        aria-activedescendant={listed && hits[at] ? `${listId}${at}` : undefined}
        aria-label={t(M.search)}
        placeholder={t(M.search)}
        value={text}
        onFocus={() => setOpen(true)}
        onBlur={() => setOpen(false)}
        onChange={(event) => {
          setText(event.target.value)
          setAt(0)
          setOpen(true)
        }}
        onKeyDown={onKeyDown}
      />
      {text === '' ? (
        <kbd>/</kbd>
      ) : (
        <button type="button" className="ll-city-close" aria-label={t(M.clearSearch)} onClick={() => setText('')}>
          <Icon name="close" size={16} />
        </button>
      )}
      {listed && (
        <div id={listId} role="listbox" aria-label={t(M.search)} className="ll-city-hits">
          {hits.length === 0 && <p className="ll-city-note">{isPlaceholderData ? t(M.searching) : t(M.nothingFound, { q: keyword })}</p>}
          {hits.map((hit, index) => (
            <HitRow key={`${hit.kind}${hit.id}`} id={`${listId}${index}`} hit={hit} chosen={index === at} onChoose={choose} />
          ))}
        </div>
      )}
    </div>
  )
}

const HitRow = ({
  id,
  hit,
  chosen,
  onChoose,
}: {
  readonly id: string
  readonly hit: Hit
  readonly chosen: boolean
  readonly onChoose: (hit: Hit) => void
}) => {
  const t = useT()
  const counted = useCounted()
  const many = hit.kind !== 'post' && hit.kind !== 'lamp' && hit.kind !== 'device'
  const english = lang.get() === 'en' && hit.nameEn
  return (
    <button
      type="button"
      role="option"
      tabIndex={-1}
      id={id}
      aria-selected={chosen}
      className="ll-city-hit"
      // Keeps the focus in the box until the click is done.
      onMouseDown={(event) => event.preventDefault()}
      onClick={() => onChoose(hit)}
    >
      <em>{t(KINDS[hit.kind])}</em>
      <span>{english || hit.title}</span>
      <small>{many ? counted(hit.count) : hit.subtitle}</small>
    </button>
  )
}
