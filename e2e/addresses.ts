/** Services of a fresh installation. */
const services = [
  { slug: 'document-processing', title: 'Document Processing' },
  { slug: 'customer-service', title: 'Customer Service Automation' },
  { slug: 'marketing-automation', title: 'Marketing Automation' },
  { slug: 'data-analysis', title: 'Data Analysis & Insights' },
  { slug: 'custom-solutions', title: 'Custom AI Solutions' },
  { slug: 'workflow-automation', title: 'Workflow Automation' },
]
export const legal = ['Privacy', 'Terms', 'Security', 'GDPR', 'Cookies'].map((title) => ({
  path: `/legal/${title.toLowerCase()}`,
  title,
}))

export const paths = [
  ...services.map(({ slug }) => `/services/${slug}`),
  ...legal.map(({ path }) => path),
]
