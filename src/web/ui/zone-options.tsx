/** Options of a list of time zones. `own` is included even if this browser does not know it. */
export function ZoneOptions({ own }: { own: string }) {
  const known = Intl.supportedValuesOf('timeZone')
  const zones = !own || known.includes(own) ? known : [own, ...known]
  return zones.map((zone) => (
    <option key={zone} value={zone}>
      {zone}
    </option>
  ))
}
