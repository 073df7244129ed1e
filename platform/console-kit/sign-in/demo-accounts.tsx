import type { Text } from '@lamplight/kit'
import type { ReactNode } from 'react'
import { useT } from '../i18n/use-t.ts'
import { signInTexts as texts } from './sign-in.messages.ts'

const ACCOUNTS: readonly { readonly tenantId: string; readonly account: string; readonly about: Text }[] = [
  { tenantId: '000000', account: 'admin', about: texts.demoAdmin },
  { tenantId: '100001', account: 'admin', about: texts.demoTenantAdmin },
  { tenantId: '100001', account: 'operator', about: texts.demoOperator },
  { tenantId: '100001', account: 'guest', about: texts.demoGuest },
]

/** Buttons for the seeded accounts of the demo city, whose passwords equal their names; shown only if the server runs as a demo. */
export const DemoAccounts = ({
  hostTenant,
  onChoose,
}: {
  hostTenant: string | null
  onChoose: (tenantId: string, account: string, password: string) => void
}): ReactNode => {
  const t = useT()
  const accounts = ACCOUNTS.filter((one) => hostTenant === null || one.tenantId === hostTenant)
  if (accounts.length === 0) return null
  return (
    <section className="ll-sign__demo" aria-label={t(texts.demo)}>
      <p>
        <strong>{t(texts.demo)}</strong> {t(texts.demoAbout)}
      </p>
      <ul>
        {accounts.map(({ tenantId, account, about }) => (
          <li key={`${tenantId} ${account}`}>
            <button type="button" onClick={() => onChoose(tenantId, account, account)}>
              <code>
                {account} / {account}
              </code>
              <span>{t(about)}</span>
              <small>{tenantId}</small>
            </button>
          </li>
        ))}
      </ul>
    </section>
  )
}
