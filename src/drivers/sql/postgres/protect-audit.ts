/** A number that is taken is refused by the primary key. */
export const PROTECT_AUDIT: readonly string[] = [
  `create function audit_keep() returns trigger language plpgsql as $keep$
   begin
     if tg_op = 'UPDATE' then
       if new.body is null and new.salt is null
         and (new.seq, new.time, new.action, new.subject, new.body_hash, new.previous, new.hash)
           is not distinct from
           (old.seq, old.time, old.action, old.subject, old.body_hash, old.previous, old.hash)
       then return new; end if;
     end if;
     raise exception 'the audit log is append-only: only a body can be erased'
       using errcode = 'restrict_violation';
   end $keep$`,
  "create trigger audit_change before update or delete on audit for each row execute function audit_keep()",
  "create trigger audit_truncate before truncate on audit for each statement execute function audit_keep()",
];
