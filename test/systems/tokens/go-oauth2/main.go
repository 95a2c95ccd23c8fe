// A token server of go-oauth2 for the clients in CLIENTS, with doors for the test: what a token covers, and how to
// revoke one and change a secret.
package main

import (
	"encoding/json"
	"log"
	"net/http"
	"os"
	"time"

	"github.com/go-oauth2/oauth2/v4"
	"github.com/go-oauth2/oauth2/v4/manage"
	"github.com/go-oauth2/oauth2/v4/models"
	"github.com/go-oauth2/oauth2/v4/server"
	"github.com/go-oauth2/oauth2/v4/store"
)

type client struct {
	ID       string
	Secret   string
	Method   string
	Lifetime int
}

func main() {
	var clients []client
	if err := json.Unmarshal([]byte(os.Getenv("CLIENTS")), &clients); err != nil {
		log.Fatal(err)
	}
	known := store.NewClientStore()
	tokens, err := store.NewMemoryTokenStore()
	if err != nil {
		log.Fatal(err)
	}
	// A manager has one lifetime for all of its clients.
	servers := map[string]*server.Server{}
	var manager *manage.Manager
	for _, each := range clients {
		known.Set(each.ID, &models.Client{ID: each.ID, Secret: each.Secret})
		manager = manage.NewDefaultManager()
		lifetime := time.Duration(each.Lifetime) * time.Second
		manager.SetClientTokenCfg(&manage.Config{AccessTokenExp: lifetime})
		manager.MapTokenStorage(tokens)
		manager.MapClientStorage(known)
		// Its default reads Basic alone.
		servers[each.ID] = server.NewServer(server.NewConfig(), manager)
		servers[each.ID].SetClientInfoHandler(clientInfo)
		servers[each.ID].SetExtensionFieldsHandler(extraMembers)
	}

	http.HandleFunc("/oauth/token", func(w http.ResponseWriter, r *http.Request) {
		r.ParseForm()
		id, _, _ := clientInfo(r)
		found, ok := servers[id]
		if !ok {
			found = servers[clients[0].ID]
		}
		found.HandleTokenRequest(w, r)
	})
	http.HandleFunc("/control/scopes", func(w http.ResponseWriter, r *http.Request) {
		info, err := manager.LoadAccessToken(r.Context(), r.FormValue("token"))
		if err != nil {
			w.WriteHeader(http.StatusNotFound)
			return
		}
		w.Write([]byte(info.GetScope()))
	})
	http.HandleFunc("/control/revoke", func(w http.ResponseWriter, r *http.Request) {
		manager.RemoveAccessToken(r.Context(), r.FormValue("token"))
	})
	http.HandleFunc("/control/rotate", func(w http.ResponseWriter, r *http.Request) {
		id := r.FormValue("client")
		known.Set(id, &models.Client{ID: id, Secret: r.FormValue("secret")})
	})
	log.Fatal(http.ListenAndServe("127.0.0.1:"+os.Getenv("PORT"), nil))
}

func clientInfo(r *http.Request) (string, string, error) {
	if _, _, ok := r.BasicAuth(); ok {
		return server.ClientBasicHandler(r)
	}
	return server.ClientFormHandler(r)
}

func extraMembers(oauth2.TokenInfo) map[string]interface{} {
	return map[string]interface{}{"id_token": "not.a.token", "refresh_token": nil, "more": map[string]int{"a": 1}}
}
