import { PageHeader, useT } from '@lamplight/console-kit'
import { FieldsHost } from '@lamplight/console-kit/resource'
import { useState } from 'react'
import { I } from './info.messages.ts'
import { ComplaintTab, InviteTab } from './info-invite.tsx'
import { PersonalTab } from './info-personal.tsx'
import { SecurityTab } from './info-security.tsx'
import './people.css'

const TABS = { personal: PersonalTab, password: SecurityTab, invite: InviteTab, complaint: ComplaintTab } as const
type TabName = keyof typeof TABS

/** The personal centre with its tabs (rt.info.index). */
export const InfoPage = () => {
  const t = useT()
  const [shown, setShown] = useState<TabName>('personal')
  const Tab = TABS[shown]
  return (
    <FieldsHost>
      <div className="ll-r-page">
        <PageHeader title={t(I.title)} />
        <div className="ll-people__tabs" role="tablist" aria-label={t(I.title)}>
          {(Object.keys(TABS) as TabName[]).map((name) => (
            <button key={name} type="button" role="tab" aria-selected={shown === name} onClick={() => setShown(name)}>
              {t(I[name])}
            </button>
          ))}
        </div>
        <div role="tabpanel" aria-label={t(I[shown])}>
          <Tab />
        </div>
      </div>
    </FieldsHost>
  )
}
