import { Page } from "../shell/page.tsx";

/** A tab is a page of its own: its margin and its foot differ. */
export const SettingsSheet = ({
  title,
  standfirst,
  ...rest
}: Omit<Parameters<typeof Page>[0], "heading">) => (
  <Page title={`${title}, settings`} heading={title} standfirst={standfirst} {...rest} />
);
