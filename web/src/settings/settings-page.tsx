import { useQuery } from "@tanstack/react-query";
import { useSearch } from "@tanstack/react-router";
import { may, sessionQuery } from "../api/session.ts";
import { ViewLink } from "../components/view-link.tsx";
import { IndexList } from "../shell/page.tsx";
import { GatesView } from "./gates-view.tsx";
import { IntegrationsView } from "./integrations-view.tsx";
import { LoginView } from "./login-view.tsx";
import { PeopleView } from "./people-view.tsx";
import { ThresholdsView } from "./thresholds-view.tsx";

const TABS = [
  { tab: "people", label: "People and tokens", shown: PeopleView },
  { tab: "gates", label: "Gates and packs", shown: GatesView },
  { tab: "thresholds", label: "Thresholds and policy", shown: ThresholdsView },
  { tab: "integrations", label: "Integrations", shown: IntegrationsView },
  { tab: "me", label: "My login", shown: LoginView },
] as const;

type TabView = (props: { readonly index: React.ReactNode }) => React.ReactNode;

export function SettingsPage() {
  const { data: session } = useQuery(sessionQuery);
  const { tab } = useSearch({ strict: false });
  // Only administrators can see tokens.
  const first = may(session, "administer") ? "people" : "me";
  const on = TABS.find((each) => each.tab === (tab ?? first)) ?? TABS[0];
  const Shown: TabView = on.shown;
  return (
    <Shown
      key={on.tab}
      index={
        <IndexList title="Settings">
          {TABS.map((each) => (
            <ViewLink key={each.tab} to="/settings" search={{ tab: each.tab }} isOn={each === on}>
              {each.label}
            </ViewLink>
          ))}
        </IndexList>
      }
    />
  );
}
