import {
  Age,
  type AnswerOf,
  api,
  isApiError,
  LanguageMenu,
  Skeleton,
  StateMark,
  useBrand,
  useLang,
  useT,
  useTab,
} from '@lamplight/console-kit'
import { LoadError } from '@lamplight/console-kit/resource'
import { withUnit } from '@lamplight/kit'
import { useQuery } from '@tanstack/react-query'
import type { publicLamp } from '../server/public.handler.ts'
import './scan.css'
import { S } from './solar.messages.ts'

const EVERY_MS = 30_000
const TONES = { 1: 'success', 3: 'danger', 4: 'warning' } as const

/** The server knows no such lamp; other failures are those of the connection. */
const isRefused = (error: unknown): boolean => isApiError(error) && error.code >= 400 && error.code < 429

/** A solar lamp for anybody who scans its QR code: `/sunDevDetail?sn=`; no session, read-only (decisions.md A47, A71). */
export const ScanPage = () => {
  const t = useT()
  const lang = useLang()
  const brand = useBrand()
  const sn = useTab().query.sn ?? ''
  const { data, error, dataUpdatedAt, refetch } = useQuery({
    queryKey: ['scan', sn, lang],
    queryFn: ({ signal }) => api.get<typeof publicLamp>('blade-sun/device/scan', { sn }, { signal, quiet: true, open: true }),
    enabled: sn !== '',
    retry: false,
    refetchInterval: EVERY_MS,
  })
  return (
    <main className="ll-scan">
      <header>
        <span>{brand.title}</span>
        <LanguageMenu />
      </header>
      {sn === '' || isRefused(error) ? (
        <section role="alert">
          <h1>{t(S.missing)}</h1>
          <p>{t(S.missingWhy)}</p>
        </section>
      ) : (
        <>
          {error && <LoadError error={error} at={dataUpdatedAt} onRetry={() => void refetch()} />}
          {data ? <Lamp lamp={data} /> : !error && <Skeleton rows={8} />}
        </>
      )}
    </main>
  )
}

/** Groups the digits of a number; other texts stay. */
const grouped = (value: string): string => (/^-?\d+(\.\d+)?$/.test(value) ? value.replace(/\B(?<!\..*)(?=(\d{3})+(?!\d))/g, ',') : value)

const Lamp = ({ lamp }: { readonly lamp: AnswerOf<typeof publicLamp> }) => {
  const t = useT()
  return (
    <section>
      <h1>{lamp.name || lamp.sn}</h1>
      <p className="ll-scan-sn">{lamp.sn}</p>
      <p className="ll-scan-state">
        <StateMark tone={TONES[lamp.state as keyof typeof TONES] ?? 'neutral'} text={lamp.stateName} />
        <small>
          {t(S.reported)} {lamp.reportedAt ? <Age at={Date.parse(lamp.reportedAt)} /> : t(S.never)}
        </small>
      </p>
      {lamp.values.length > 0 && (
        <>
          <h2>{t(S.live)}</h2>
          <dl>
            {lamp.values.map(({ name, label, value, unit }) => (
              <div key={name}>
                <dt>{label}</dt>
                <dd>{unit ? withUnit(grouped(value), unit) : grouped(value)}</dd>
              </div>
            ))}
          </dl>
        </>
      )}
    </section>
  )
}
