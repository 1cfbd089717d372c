import { Badge } from '#web/ui/badge.tsx'
import { lazyComponent } from '#web/ui/lazy-component.tsx'
import { ContentList, type EditorProps } from '../editing/content-list.tsx'
import { type Service, services } from './contract.ts'

const LazyDialog = lazyComponent<EditorProps<Service>>(
  async () => (await import('./service-dialog.tsx')).ServiceDialog,
)

export function ServicesTab() {
  return (
    <ContentList<Service>
      heading="Services"
      noun="service"
      addLabel="Add Service"
      emptyNote="Services appear on the home page and get a page of their own."
      list={services.list}
      reorder={services.reorder}
      remove={services.remove}
      columns={(service) => (
        <div className="min-w-0">
          <p dir="auto" className="font-semibold">
            {service.title}
          </p>
          <p className="content-facts">
            <span dir="auto">{service.category}</span>
            {service.pricing?.pricingModel && (
              <span dir="auto">{service.pricing.pricingModel}</span>
            )}
            <Badge variant={service.active ? 'default' : 'secondary'}>
              {service.active ? 'Active' : 'Inactive'}
            </Badge>
            {service.featured && <Badge variant="outline">Featured</Badge>}
          </p>
        </div>
      )}
      editor={LazyDialog}
    />
  )
}
