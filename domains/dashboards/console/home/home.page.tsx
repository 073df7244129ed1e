import {
  Age,
  Container,
  Empty,
  Failure,
  hrefOf,
  LampStateMark,
  navigate,
  PageHeader,
  Skeleton,
  useFormat,
  usePageName,
  useT,
  useUser,
} from '@lamplight/console-kit'
import { Link, usePhone } from '@lamplight/console-kit/resource'
import { EVENT_TYPES, isEventType } from '@lamplight/protocol'
import './home.css'
import { ALL_LAMPS, LAMPS } from '../../model/lamp-list.ts'
import { NightSwitch } from '../night-switch.tsx'
import { M } from './home.messages.ts'
import { HomeAttention } from './home-attention.tsx'
import { CommandLists, Figure, List } from './home-parts.tsx'
import { FAULTY, Troubles, useAway } from './home-troubles.tsx'
import { lampsOutsideTotal } from './home-words.ts'
import { L } from './landing.messages.ts'
import { MorningCheck } from './morning-check.tsx'
import { SimplePassword } from './simple-password.tsx'
import { useFirstPage } from './use-first-page.ts'
import { EVERY_MS, useHomeInfo } from './use-home-info.ts'

/** Lamp states with their currentControllerStatus. */
const STATES = [
  ['on', 1],
  ['off', 2],
  ['fault', 3],
  ['offline', 4],
  ['inactive', 5],
] as const
/** Height of one kind of lamps, three lines, px. */
const KIND_HEIGHT = 140
const STALE_MS = 3 * EVERY_MS

/** The welcome page (rule.ui.welcome.totals): totals, power by kind, online rates, running and failed commands. */
export const HomePage = () => {
  const t = useT()
  const name = usePageName(t(M.title))
  const format = useFormat()
  // On the street a person first reads what is to be done: on a phone only the title stands before it.
  const phone = usePhone()
  const { permitted, nowhere, simple, forget } = useFirstPage()
  const query = useHomeInfo(permitted)
  const awayList = useAway()
  const isLimited = useUser()?.limited === true
  const info = query.data
  if (nowhere) return <Empty text={t(L.none)} />
  if (!info) return query.error ? <Failure error={query.error} onRetry={() => void query.refetch()} /> : <Skeleton kind="page" rows={10} />
  const share = (part: number, whole: number): string => format.unit(whole > 0 ? (100 * part) / whole : null, '%', 1)
  const unknown = info.states.offline + info.states.inactive
  const reachable = info.lamps - unknown
  const outside = lampsOutsideTotal(info)
  const away = info.gateways.total - info.gateways.online
  const kw = info.kinds.reduce((total, kind) => total + kind.activeKw, 0)
  // A user without places sees no device, so the page must not say that nothing is open.
  const isNowhere = isLimited && info.lamps === 0 && info.gateways.total === 0
  const attention = isNowhere ? <Empty text={t(M.noPlaces)} /> : <HomeAttention />
  const password = simple && <SimplePassword onClose={forget} />
  const tools = (
    <>
      <small className="ll-home-age">
        {t(M.asOf)} <Age at={query.dataUpdatedAt} staleMs={STALE_MS} />
      </small>
      <NightSwitch />
      <button type="button" className="ll-button ll-button--primary" onClick={() => navigate('/city/map/index')}>
        {t(M.openMap)}
      </button>
    </>
  )
  return (
    <div className="ll-home">
      {phone ? (
        <>
          <PageHeader title={name} />
          {attention}
          {password}
          <div className="ll-home-tools">{tools}</div>
        </>
      ) : (
        <>
          {password}
          <PageHeader title={name} about={t(M.about)}>
            {tools}
          </PageHeader>
        </>
      )}
      <dl className="ll-home-figures">
        <Figure name={t(M.lamps)} value={format.number(info.lamps)} unit={t(M.unitLamps)} href={ALL_LAMPS} />
        <Figure name={t(M.power)} value={format.power(1000 * kw)} href="/report/energy" />
        <Figure
          name={t(M.lit)}
          value={share(info.states.on, info.lamps)}
          href={hrefOf({ path: LAMPS, query: { currentControllerStatus: '1' } })}
        />
        <Figure
          name={t(M.online)}
          value={share(reachable, info.lamps)}
          href={hrefOf({ path: LAMPS, query: { currentControllerStatus: '4' } })}
        />
        <Figure
          name={t(M.gateways)}
          href={awayList}
          value={`${format.number(info.gateways.online)} / ${format.number(info.gateways.total)}`}
        />
      </dl>
      {outside > 0 && <p className="ll-home-note">{t(M.outsideTotal, { n: format.number(outside) })}</p>}
      {!phone && attention}
      <section className="ll-home-states" aria-label={t(M.states)}>
        <div className="ll-home-bar">
          {STATES.map(([name]) => info.states[name] > 0 && <span key={name} data-state={name} style={{ flexGrow: info.states[name] }} />)}
        </div>
        <ul>
          {STATES.map(([name, state]) => (
            <li key={name}>
              <Link to={hrefOf({ path: LAMPS, query: { currentControllerStatus: String(state) } })}>
                <LampStateMark state={state} />
                <b>{format.number(info.states[name])}</b>
              </Link>
            </li>
          ))}
        </ul>
      </section>
      <section className="ll-home-kinds">
        {info.kinds.map((kind) => (
          <Container key={kind.kind} height={KIND_HEIGHT} block>
            <h2>{t(kind.kind === 1 ? M.smart : kind.kind === 2 ? M.mains : M.solar)}</h2>
            <p>
              <b>{format.power(1000 * kind.activeKw)}</b> <small>{t(M.of, { kw: format.power(1000 * kind.nominalKw) })}</small>
            </p>
            <progress max={Math.max(kind.nominalKw, 0.001)} value={kind.activeKw} aria-label={t(M.power)} />
            <small>
              {t(M.kindLine, { n: format.number(kind.lamps), online: share(kind.online, kind.lamps), lit: share(kind.lit, kind.lamps) })}
            </small>
          </Container>
        ))}
      </section>
      <MorningCheck />
      <div className="ll-home-lists">
        <Troubles info={info} />
        <List
          title={t(M.faults)}
          empty={t(unknown > 0 ? M.noFaultsKnown : M.noFaults, { n: format.number(reachable), m: format.number(unknown) })}
          href={FAULTY}
          more={info.states.fault > info.faults.length ? t(M.allLamps, { n: format.number(info.states.fault) }) : undefined}
        >
          {info.faults.map((lamp) => (
            <li key={lamp.id}>
              <Link to={hrefOf({ path: '/city/map/index', query: { lamp: lamp.deviceId } })}>{lamp.name}</Link>
              <span>{lamp.faults.map((type) => (isEventType(type) ? t(EVENT_TYPES[type]) : type)).join(t(M.comma))}</span>
              <small>{lamp.areaName}</small>
              <small>{lamp.since && <Age at={lamp.since} />}</small>
            </li>
          ))}
        </List>
        <List
          title={t(M.offline)}
          empty={info.gateways.total > 0 ? t(M.noOffline, { n: format.number(info.gateways.total) }) : t(M.noGateways)}
          href={awayList}
          more={away > info.offline.length ? t(M.allGateways, { n: format.number(away) }) : undefined}
        >
          {info.offline.map((gateway) => (
            <li key={gateway.id}>
              <Link to={hrefOf({ path: '/visual/equipmentMana/gateway/details', query: { id: gateway.id } })}>
                {gateway.name || gateway.sn}
              </Link>
              <span>{t(M.children, { n: format.number(gateway.children) })}</span>
              <small>
                <Age at={gateway.lastSeen} />
              </small>
            </li>
          ))}
        </List>
        <CommandLists info={info} />
      </div>
    </div>
  )
}
