import { useT } from '@lamplight/console-kit'
import type { FieldInputProps } from '@lamplight/console-kit/resource'
import { useState } from 'react'
import type { linkageInstance } from '../model/instance.resource.ts'
import './linkage.css'
import { M } from './linkage.messages.ts'
import { useDevices, useTemplate } from './use-linkage.ts'

type Name = 'toggleDevIds' | 'devIds'

/** Chooses devices of the types of the template; the value is the list of their ids. */
const inputOf =
  (by: 'toggleDevType' | 'devType') =>
  ({ id, value, onChange, draft, invalid }: FieldInputProps<typeof linkageInstance, Name>) => {
    const t = useT()
    const [keyword, setKeyword] = useState('')
    const template = useTemplate(draft.templateId)
    const types = !template
      ? []
      : by === 'toggleDevType'
        ? [template.toggleDevType]
        : [...new Set([template.devType, ...template.actions.map(({ devType }) => devType).filter((code) => code > 0)])]
    const ids = (value ?? '').split(',').filter(Boolean)
    const { found, chosen, isLoading } = useDevices(by, types, keyword, ids)
    const put = (next: readonly string[]): void => onChange(next.join(',') || null)
    if (!template) return <span className="ll-f-none">{t(M.chooseTemplate)}</span>
    return (
      <div id={id} tabIndex={-1} className="ll-linkage-devices" data-invalid={invalid || undefined}>
        <span>{t(M.chosen, { n: ids.length })}</span>
        <ul>
          {chosen.map((one) => (
            <li key={one.id}>
              <span>{one.name ? `${one.sn} ${one.name}` : one.sn}</span>
              <button type="button" className="ll-button" onClick={() => put(ids.filter((other) => other !== one.id))}>
                {t(M.drop)}
              </button>
            </li>
          ))}
        </ul>
        <input
          className="ll-f-input"
          type="search"
          aria-label={t(M.search)}
          placeholder={t(M.search)}
          value={keyword}
          maxLength={64}
          onChange={({ target }) => setKeyword(target.value)}
        />
        {!isLoading && found.length === 0 && <span className="ll-f-none">{t(M.none)}</span>}
        <ul>
          {found
            .filter((one) => !ids.includes(one.id))
            .slice(0, 20)
            .map((one) => (
              <li key={one.id}>
                <span>{one.name ? `${one.sn} ${one.name}` : one.sn}</span>
                <button type="button" className="ll-button" onClick={() => put([...ids, one.id])}>
                  {t(M.take)}
                </button>
              </li>
            ))}
        </ul>
      </div>
    )
  }
export const ToggleDevicesInput = inputOf('toggleDevType')
export const ActingDevicesInput = inputOf('devType')
