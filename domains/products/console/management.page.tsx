import { hasPage, Link, PageHeader, useT } from '@lamplight/console-kit'
import type { Text } from '@lamplight/kit'
import './product.css'
import { productInterfaces } from '../model/pages.ts'
import { E } from './product.messages.ts'

const PAGES: readonly { readonly path: string; readonly label: Text; readonly about: Text }[] = [
  { path: '/roadCabinet/productManagement/ComprehensiveProduct', label: E.comprehensive, about: E.comprehensiveAbout },
  { path: '/roadCabinet/productManagement/UnitProduct', label: E.units, about: E.unitsAbout },
  { path: productInterfaces.path, label: productInterfaces.label, about: E.interfacesAbout },
]

/** The pages of products (rt.cab.productManagement). */
export const ManagementPage = () => {
  const t = useT()
  return (
    <div className="ll-r-page">
      <PageHeader title={t(E.management)} about={t(E.managementAbout)} />
      <nav className="ll-product-pages" aria-label={t(E.management)}>
        {PAGES.filter(({ path }) => hasPage(path)).map(({ path, label, about }) => (
          <Link key={path} to={path}>
            <strong>{t(label)}</strong>
            <small>{t(about)}</small>
          </Link>
        ))}
      </nav>
    </div>
  )
}
