import type { SiteSettings } from '#contract/settings/document.ts'

type Footer = SiteSettings['footer']
type Network = Footer['social'][number]['network']

const slugOf = (label: string) => label.toLowerCase().replaceAll(' ', '-')

/**
 * Attributes that preserve the id and network of an entry if they cannot be derived from its label.
 */
export function entryData({ id, label, network }: { id: string; label: string; network?: string }) {
  return {
    'data-link': id === slugOf(label) ? undefined : id,
    'data-network': network === id ? undefined : network,
  }
}

function entriesIn(list: ParentNode | null) {
  return Array.from(list?.querySelectorAll<HTMLElement>('a, button') ?? [], (element) => {
    const soon = element.querySelector('.footer-soon')?.textContent ?? ''
    const label = element.textContent.replace(new RegExp(`${soon}$`), '')
    const id = element.dataset.link ?? slugOf(label)
    const network = (element.dataset.network ?? id) as Network
    return { id, label, target: element.getAttribute('href'), network }
  })
}

/** Reads the footer from the page that the server sent, before React takes it over. */
export function footerInDocument(): Footer {
  const columns = Array.from(document.querySelectorAll('.site-footer-column'), (column) => ({
    heading: column.querySelector('h2')?.textContent ?? '',
    links: entriesIn(column).map(({ network: _, ...link }) => link),
  }))
  return { columns, social: entriesIn(document.querySelector('.site-footer-social')) }
}
