import type { Site } from '@lamplight/calendar'
import { Popover, useFormat, useT } from '@lamplight/console-kit'
import { rangeRule } from '@lamplight/fields/view'
import { useId, useMemo } from 'react'
import { EVERY_LAMP, type Place, SOMEWHERE, useMiddle } from '../publish/use-preview.ts'
import { SmallNumber } from '../small-inputs.tsx'
import { S } from '../strategies.messages.ts'

export type PlaceKind = 'placeOfTargets' | 'placeChosen' | 'placeDefault'
export interface SiteOf {
  readonly site: Site
  readonly kind: PlaceKind
}

/** The site whose sun the editor shows: a chosen place, else the middle of the lamps of a selector, else a default. */
export const useSite = (selector: Readonly<Record<string, unknown>>, own: Place | null): SiteOf => {
  const { zone } = useFormat()
  const [named, all] = [useMiddle(selector), useMiddle(EVERY_LAMP)]
  const middle = named ?? all
  const { lat, lng } = own ?? middle ?? SOMEWHERE
  const kind = own ? 'placeChosen' : middle ? 'placeOfTargets' : 'placeDefault'
  const site = useMemo(() => ({ lat, lng, zone }), [lat, lng, zone])
  return { site, kind }
}

/** The place of the shown sun, which the user can change. */
export const PlaceLine = ({ site: { lat, lng, zone }, kind, onChange }: SiteOf & { readonly onChange: (place: Place | null) => void }) => {
  const t = useT()
  const id = useId()
  const rounded = (value: number): number => Math.round(value * 1000) / 1000
  return (
    <p className="ll-st-place">
      <span>
        {t(S.place)} {rounded(lat)}, {rounded(lng)} · {zone} · {t(S[kind])}
      </span>
      <Popover trigger={t(S.changePlace)} label={t(S.changePlace)} named className="ll-r-link" panelClass="ll-st-popover">
        {(close) => (
          <div className="ll-st-place-form">
            {(['lat', 'lng'] as const).map((part) => {
              const [label, most] = part === 'lat' ? [t(S.latitude), 90] : [t(S.longitude), 180]
              const rule = rangeRule({ min: -most, max: most, unit: '°' })
              return (
                <div key={part}>
                  <span>{label}</span>
                  <SmallNumber
                    label={label}
                    min={-most}
                    max={most}
                    step="any"
                    unit="°"
                    describedBy={`${id}-${part}-note`}
                    value={rounded(part === 'lat' ? lat : lng)}
                    onChange={(value) => onChange({ lat, lng, [part]: value })}
                  />
                  <small id={`${id}-${part}-note`} className="ll-st-hint">
                    {rule && t(rule)}
                  </small>
                </div>
              )
            })}
            {kind === 'placeChosen' && (
              <button
                type="button"
                className="ll-r-link"
                onClick={() => {
                  onChange(null)
                  close()
                }}
              >
                {t(S.placeOfTargets)}
              </button>
            )}
          </div>
        )}
      </Popover>
    </p>
  )
}
