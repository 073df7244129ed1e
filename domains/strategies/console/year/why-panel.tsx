import { Age, type AnswerOf, api, Link, StateMark, type Translate, useFormat, usePermission, useT } from '@lamplight/console-kit'
import type { DetailPart } from '@lamplight/console-kit/resource'
import type { Text } from '@lamplight/kit'
import { useQuery } from '@tanstack/react-query'
import type { ComponentProps } from 'react'
import type { why as whyRoute } from '../../server/night/why.handler.ts'
import { W } from '../publish/preview.messages.ts'
import { strategyHref } from '../routes.ts'
import './why.css'

type Why = AnswerOf<typeof whyRoute>
const IN_EFFECT = 2
const HELD_WORDS: Readonly<Record<number, Text>> = { 0: W.heldUnknown, 1: W.heldSame, 2: W.heldOther, 3: W.heldNone }
const HELD_OTHER = 2
const EVERY_MS = 15_000
const known = (value: number | null): value is number => value !== null && value >= 0

/** `18:05`; with the day if it is not today. */
const useClock = (): ((at: string) => string) => {
  const { time } = useFormat()
  return (at) => (at.slice(0, 10) === time(Date.now(), 'date') ? at.slice(11, 16) : at.slice(5, 16))
}

/** From when to when a layer holds; empty if it has neither. */
const spanWords = (t: Translate, from: string, until: string): string =>
  from && until ? t(W.between, { from, until }) : from ? t(W.since, { at: from }) : until ? t(W.until, { at: until }) : ''

/** The layers from the strongest to the weakest; the one that decides is marked. */
const Ladder = ({ why }: { readonly why: Why }) => {
  const t = useT()
  const clock = useClock()
  const links: Readonly<Record<string, string | null>> = {
    rule: why.special
      ? strategyHref({ id: why.special.id, kind: 2 })
      : why.strategy
        ? strategyHref({ id: why.strategy.id, kind: 1 })
        : null,
  }
  return (
    <ol className="ll-why__ladder">
      {[...why.layers].reverse().map(({ layer, name, text, level, since, until, won }) => {
        const href = links[layer]
        return (
          <li key={layer} data-won={won === 1 || undefined}>
            <span className="ll-why__layer">{name}</span>
            <span className="ll-why__text">
              {href && text ? <Link to={href}>{text}</Link> : text}
              <small>{spanWords(t, since && clock(since), until && clock(until))}</small>
            </span>
            <b>{`${level}%`}</b>
            {won === 1 && <StateMark tone="gold" text={t(W.won)} />}
          </li>
        )
      })}
    </ol>
  )
}

/** Why a lamp has its level: what decides it, what changes it next, and what the device has reported. `at`: a past instant as on the wire; else now. */
export const WhyPanel = ({ controllerId, at }: { readonly controllerId: string; readonly at?: string | undefined }) => {
  const t = useT()
  const format = useFormat()
  const clock = useClock()
  const { data: why, error } = useQuery({
    queryKey: ['strategies.why', controllerId, at ?? ''],
    queryFn: ({ signal }) => api.get<typeof whyRoute>('blade-strategy/workstrategy/why', { controllerId, at }, { signal, quiet: true }),
    refetchInterval: at ? false : EVERY_MS,
    placeholderData: at ? (before) => before : undefined,
    retry: false,
  })
  // A device that is no lamp has no such answer; the page does without.
  if (!why) return error ? null : <section className="ll-why" aria-busy="true" aria-label={t(W.why)} />
  const { level, reported, next } = why
  const shown = known(reported) ? reported : level
  return (
    <section className="ll-why" aria-label={t(W.why)}>
      <header>
        <strong>{t(W.whyLevel, { level: shown })}</strong>
        {known(why.agrees) ? (
          <StateMark
            tone={why.agrees === 1 ? 'success' : 'warning'}
            text={t(why.agrees === 1 ? W.agrees : why.dark === 1 ? W.dark : W.differs)}
          />
        ) : (
          <StateMark tone="neutral" text={t(why.silent === 1 ? W.silent : W.noPlan)} />
        )}
      </header>
      {!why.strategy && !why.special && <p className="ll-why__note">{t(why.held === HELD_OTHER ? W.foreignCalendar : W.noStrategy)}</p>}
      <Ladder why={why} />
      <dl>
        {why.agrees === 0 && reported !== level && (
          <div>
            <dt>{t(W.should)}</dt>
            <dd>{`${level}%`}</dd>
          </div>
        )}
        <div>
          <dt>{t(W.next)}</dt>
          <dd>{next?.at ? t(W.nextWords, { at: clock(next.at), level: next.level }) : t(W.noNext)}</dd>
        </div>
        <div>
          <dt>{t(W.evidence)}</dt>
          <dd>
            {why.reportedAt ? (
              <>
                {known(reported) && `${reported}% · `}
                {known(why.power) && `${t(W.meter, { power: format.power(why.power) })} · `}
                {at ? clock(why.reportedAt) : <Age at={why.reportedAt} />}
                {why.online === 0 && ` · ${t(W.offline)}`}
              </>
            ) : (
              t(W.noReport)
            )}
            {why.publishedAt && (
              <small>
                {t(W.publishedAt, { at: clock(why.publishedAt) })}
                {why.statusName && ` · ${why.statusName}`}
              </small>
            )}
            {why.status !== IN_EFFECT && why.publishedAt && <small>{t(W.notHeld)}</small>}
            {why.outdated === 1 && <small>{t(W.newer)}</small>}
          </dd>
        </div>
        {!at && (
          <div>
            <dt>{t(W.held)}</dt>
            <dd>{t(HELD_WORDS[why.held] ?? W.heldUnknown)}</dd>
          </div>
        )}
        {why.gaps.length > 0 && (
          <div>
            <dt>{t(W.gaps)}</dt>
            <dd>{why.gaps.map(({ from, to }) => `${clock(from)}–${clock(to)}`).join(t(W.and))}</dd>
          </div>
        )}
      </dl>
    </section>
  )
}

type Part = ComponentProps<DetailPart>
/** Part of the page of a lamp, of a controller, and of the lamp's card on the map. */
export const WhyPart = ({ row, of }: Part & { readonly of: 'id' | 'controllerId' }) => {
  const may = usePermission('workstrategy_view')
  const id = row[of]
  const at = typeof row.at === 'string' ? row.at : undefined
  return may && typeof id === 'string' && id !== '' ? <WhyPanel controllerId={id} at={at} /> : null
}
